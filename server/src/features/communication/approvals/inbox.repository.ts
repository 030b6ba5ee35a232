import type {
  ApprovalRow,
  approvalsContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import type { ApprovalAct, ApprovalStep } from '@atrium/contract/features/communication/approvals/flow.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { Owner } from '../../../kernel/scope.ts'
import type { ApprovalKind } from './approval-kind.ts'
import { findStandings, type Standings, waitingFor } from './candidates.repository.ts'

export type InboxQuery = InputOf<typeof approvalsContract.list>['query']
const maxCount = 100

/** Leaves out open approvals whose subject waits no longer, which are soon ended. */
const stillWaits = (kinds: readonly ApprovalKind[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    kinds.map(
      ({ code, waiting }) => sql`(approvals.kind <> ${code} or approvals.state <> 'open' or exists (
        select from (${waiting}) as subject
        where subject.company_id = approvals.company_id and subject.id = approvals.subject_id))`,
    ),
    sql` and `,
  )})`
const hasActed = ({ userId }: Owner) => sql<boolean>`exists (
  select from approval_acts done
  where done.company_id = approvals.company_id and done.approval_id = approvals.id and done.actor_id = ${userId}
    and done.act in ('approved', 'refused', 'delegated'))`

const inBox = (db: Db, owner: Owner, box: InboxQuery['f.box'], standings: Standings | undefined) => {
  const rows = db.selectFrom('approvals').where('approvals.company_id', '=', owner.companyId)
  if (box === 'asked') return rows.where('approvals.asker_id', '=', owner.userId)
  return box === 'done' ? rows.where(hasActed(owner)) : waitingFor(db, owner.companyId, standings)
}
const count = async (rows: ReturnType<typeof waitingFor>): Promise<number> =>
  (await rows.select('approvals.id').limit(maxCount).execute()).length

const columns = [
  'approvals.id',
  'approvals.kind',
  'approvals.subject_id as subjectId',
  'approvals.subject_name as name',
  sql<Person>`approvals.asked_by`.as('askedBy'),
  sql<ApprovalRow['state']>`approvals.state`.as('state'),
  sql<number>`approvals.step + 1`.as('step'),
  sql<number>`jsonb_array_length(approvals.steps)`.as('steps'),
  'approvals.created_at as createTime',
  'approvals.ended_at as endTime',
  'approvals.expires_at as expireTime',
  'approvals.version',
  sql<boolean>`approvals.call is not null`.as('here'),
  'approvals.asker_id as askerId',
] as const

/** Approvals as those see them who take part. */
export const inboxRepository = {
  async list(db: Db, owner: Owner, query: InboxQuery, kinds: readonly ApprovalKind[]) {
    let found = inBox(db, owner, query['f.box'], await findStandings(db, owner)).where(stillWaits(kinds))
    if (query.search) found = found.where('approvals.subject_name', 'ilike', likePattern(query.search))
    const rows = found.select(columns).orderBy('approvals.created_at', 'desc').orderBy('approvals.id')
    return fetchPage(db, query, rows, found)
  },
  /** Calls that wait for the user's decision: their number, at most a hundred, and the newest. */
  async waitingCalls(db: Db, owner: Owner, most: number) {
    const standings = await findStandings(db, owner)
    const found = waitingFor(db, owner.companyId, standings).where('approvals.call', 'is not', null)
    const rows = await found.select(columns).orderBy('approvals.created_at', 'desc').limit(most).execute()
    return { count: await count(found), rows }
  },
  async counts(db: Db, owner: Owner, kinds: readonly ApprovalKind[]) {
    const standings = await findStandings(db, owner)
    const open = (box: 'waiting' | 'asked') =>
      count(inBox(db, owner, box, standings).where('approvals.state', '=', sql.lit('open')).where(stillWaits(kinds)))
    return { waiting: await open('waiting'), asked: await open('asked') }
  },
  /** An approval in which the user takes part; undefined for all others. */
  async find(db: Db, owner: Owner, id: string) {
    const waiting = waitingFor(db, owner.companyId, await findStandings(db, owner))
      .where('approvals.id', '=', id)
      .select('approvals.id')
    return db
      .selectFrom('approvals')
      .where('approvals.company_id', '=', owner.companyId)
      .where('approvals.id', '=', id)
      .where((eb) => eb.or([eb('approvals.asker_id', '=', owner.userId), hasActed(owner), eb.exists(waiting)]))
      .select(columns)
      .select(['approvals.reason', 'approvals.widened', 'approvals.call', 'approvals.impact'])
      .select(sql<ApprovalStep[]>`approvals.steps`.as('flow'))
      .select((eb) => eb.exists(waiting).as('isWaiting'))
      .executeTakeFirst()
  },
  acts: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('approval_acts')
      .where('company_id', '=', companyId)
      .where('approval_id', '=', id)
      .select([
        'id',
        sql<number>`step + 1`.as('step'),
        sql<ApprovalAct>`act`.as('act'),
        sql<Person | null>`actor`.as('by'),
      ])
      .select([
        sql<string>`case when for_id is distinct from actor_id then for_name else '' end`.as('standsFor'),
        'to_name as to',
      ])
      .select(['reason', 'created_at as time'])
      .orderBy('approval_acts.id')
      .execute(),
  /** Names of users and roles of a company. */
  names: async (db: Db, companyId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from users where company_id = ${companyId} and id = any (${ids}::uuid[]) and deleted_at is null
      union all select id, name from roles where company_id = ${companyId} and id = any (${ids}::uuid[])`.execute(db)
    return rows
  },
}
