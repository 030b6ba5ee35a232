import type {
  ApprovalAct,
  ApprovalFlow,
  ApprovalState,
  ApprovalStep,
} from '@atrium/contract/features/communication/approvals/flow.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ApprovalSubject } from './approval-kind.ts'
import { ableUsers, type WaitingRows } from './candidates.repository.ts'

/** Approvers who are notified by mail; others find it in their list. */
const mostNotified = 50

/** Rows that the work on what is due takes at once; the others are next. */
const dueAtOnce = 200

export type Approval = {
  companyId: string
  id: string
  kind: string
  subjectId: string
  subjectName: string
  askedBy: Person
  askerId: string | null
  excluded: string[]
  permission: string
  state: ApprovalState
  steps: ApprovalStep[]
  step: number
  deciderKind: ApprovalStep['by']
  need: number
  widened: boolean
  call: unknown
  impact: unknown
  version: number
}
export type ApprovalKey = Pick<Approval, 'companyId' | 'id'>
type NewApproval = Pick<ApprovalSubject, 'companyId' | 'name' | 'askedBy' | 'askerId' | 'excluded'> & {
  kind: string
  subjectId: string
  permission: string
  steps: readonly ApprovalStep[]
  expireDays: number
  call?: unknown
  impact?: unknown
}
/** Who acts: null is the system. `standsFor`: the one in whose place a deputy acts. */
export type Act = {
  step: number
  act: ApprovalAct
  actor: Person | null
  standsFor?: Person | undefined
  to?: Person | undefined
  reason?: string | undefined
}

const columns = [
  'company_id as companyId',
  'id',
  'kind',
  'subject_id as subjectId',
  'subject_name as subjectName',
  'asked_by as askedBy',
  'asker_id as askerId',
  'excluded',
  'permission',
  'state',
  'steps',
  'step',
  'decider_kind as deciderKind',
  'need',
  'widened',
  'call',
  'impact',
  'version',
] as const
const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
const row = (db: Db, { companyId, id }: ApprovalKey) =>
  db.updateTable('approvals').where('company_id', '=', companyId).where('id', '=', id)
const hoursFromNow = (hours: number | null) =>
  hours === null ? null : sql<string>`now() + make_interval(hours => ${hours})`

/** Organisations of who asked: their leaders decide. */
const ownOrganizations = (companyId: string, askerId: string | null) =>
  sql<string[]>`array(select org_id from user_orgs where company_id = ${companyId} and user_id = ${askerId})`
const placeIn = (
  companyId: string,
  askerId: string | null,
  { by, ids, need, remindHours, escalateHours }: ApprovalStep,
) => ({
  decider_kind: by,
  decider_ids: by === 'leader' ? ownOrganizations(companyId, askerId) : sql<string[]>`${ids}::uuid[]`,
  delegate_ids: sql<string[]>`'{}'`,
  need,
  widened: false,
  remind_at: hoursFromNow(remindHours),
  escalate_at: hoursFromNow(escalateHours),
})

const allOpen = (db: Db) =>
  db
    .selectFrom('approvals')
    // A literal, for the partial index.
    .where('state', '=', sql.lit('open'))
    .select(['company_id as companyId', 'id'])
    .limit(dueAtOnce)
const ofKind = (db: Db, kind: string) => allOpen(db).where('kind', '=', kind)

export const approvalsRepository = {
  findFlow: (db: Db, companyId: string, kind: string): Promise<(ApprovalFlow & { version: number }) | undefined> =>
    db
      .selectFrom('approval_flows')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .select([sql<ApprovalStep[]>`steps`.as('steps'), 'expire_days as expireDays', 'version'])
      .executeTakeFirst(),

  /** Locks the open approval of a subject until the transaction ends. */
  holdOpen: (db: Db, companyId: string, kind: string, subjectId: string): Promise<Approval | undefined> =>
    db
      .selectFrom('approvals')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('state', '=', sql.lit('open'))
      .select(columns)
      .$castTo<Approval>()
      .forUpdate()
      .executeTakeFirst(),
  find: (db: Db, { companyId, id }: ApprovalKey): Promise<Approval | undefined> =>
    db
      .selectFrom('approvals')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(columns)
      .$castTo<Approval>()
      .executeTakeFirst(),
  /** Open calls of a user. */
  countHeld: async (db: Db, companyId: string, askerId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('approvals')
      .where('company_id', '=', companyId)
      .where('asker_id', '=', askerId)
      .where('state', '=', sql.lit('open'))
      .where('call', 'is not', null)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
  /** Locks an approval, which may have ended. */
  hold: (db: Db, { companyId, id }: ApprovalKey): Promise<Approval | undefined> =>
    db
      .selectFrom('approvals')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(columns)
      .$castTo<Approval>()
      .forUpdate()
      .executeTakeFirst(),

  /** Adds an approval at its first step; undefined if the subject waits already. */
  async insert(
    db: Db,
    { companyId, steps, name, askedBy, askerId, excluded, expireDays, ...rest }: NewApproval,
  ): Promise<string | undefined> {
    const [first] = steps
    if (!first) throw new Error('a flow without steps')
    const { kind, subjectId, permission, call, impact } = rest
    const added = await db
      .insertInto('approvals')
      .values({
        company_id: companyId,
        id: newId(),
        kind,
        subject_id: subjectId,
        subject_name: name,
        asked_by: JSON.stringify(askedBy),
        asker_id: askerId,
        excluded: sql<string[]>`${excluded}::uuid[]`,
        permission,
        steps: JSON.stringify(steps),
        call: json(call),
        impact: json(impact),
        expires_at: sql<string>`now() + make_interval(days => ${expireDays})`,
        ...placeIn(companyId, askerId, first),
      })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'kind', 'subject_id']).where('state', '=', sql.lit('open')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return added?.id
  },
  /** Goes on to a step. */
  place: (db: Db, { companyId, id, askerId }: Approval, index: number, step: ApprovalStep) =>
    row(db, { companyId, id })
      .set({ ...placeIn(companyId, askerId, step), step: index, version: sql<number>`version + 1` })
      .execute(),
  widen: (db: Db, key: ApprovalKey) =>
    row(db, key).set({ widened: true, escalate_at: null, version: sql<number>`version + 1` }).execute(),
  stopReminding: (db: Db, key: ApprovalKey) => row(db, key).set({ remind_at: null }).execute(),
  delegate: (db: Db, key: ApprovalKey, toId: string) =>
    row(db, key)
      .set({
        delegate_ids: sql<string[]>`array_append(delegate_ids, ${toId}::uuid)`,
        version: sql<number>`version + 1`,
      })
      .execute(),
  end: (db: Db, key: ApprovalKey, state: ApprovalState, reason: string) =>
    row(db, key).set({ state, reason, ended_at: sql<string>`now()`, version: sql<number>`version + 1` }).execute(),

  /** Adds to the history; false if that person has acted in the step already. */
  async addAct(
    db: Db,
    { companyId, id }: ApprovalKey,
    { step, act, actor, standsFor = actor ?? undefined, to, reason = '' }: Act,
  ): Promise<boolean> {
    const added = await db
      .insertInto('approval_acts')
      .values({
        company_id: companyId,
        id: newId(),
        approval_id: id,
        step,
        act,
        actor_id: actor?.id || null,
        actor: json(actor),
        for_id: standsFor?.id || null,
        for_name: standsFor?.name ?? '',
        to_id: to?.id ?? null,
        to_name: to?.name ?? '',
        reason,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows === 1n
  },
  countApproved: async (db: Db, { companyId, id }: ApprovalKey, step: number): Promise<number> => {
    const { count } = await db
      .selectFrom('approval_acts')
      .where('company_id', '=', companyId)
      .where('approval_id', '=', id)
      .where('step', '=', step)
      .where('act', '=', 'approved')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Open approvals whose subject waits no longer. With platform reach. */
  listStale: (db: Db, kind: string, waiting: WaitingRows): Promise<ApprovalKey[]> =>
    ofKind(db, kind)
      .where(
        sql<boolean>`not exists (
          select from (${waiting}) as subject
          where subject.company_id = approvals.company_id and subject.id = approvals.subject_id)`,
      )
      .execute(),
  /** Subjects that wait without an approval, as nodes of an older release leave them. With platform reach. */
  listMissing: async (db: Db, kind: string, waiting: WaitingRows): Promise<ApprovalKey[]> => {
    const { rows } = await sql<ApprovalKey>`
      select subject.company_id as "companyId", subject.id from (${waiting}) as subject
      where not exists (
        select from approvals
        where approvals.company_id = subject.company_id and approvals.kind = ${kind}
          and approvals.subject_id = subject.id and approvals.state = 'open')
      limit ${dueAtOnce}`.execute(db)
    return rows
  },
  /** Open approvals for which a time has come. With platform reach. */
  listDue: (db: Db, time: 'expires_at' | 'escalate_at' | 'remind_at'): Promise<ApprovalKey[]> =>
    allOpen(db).where(time, '<=', sql<string>`now()`).execute(),
  /** Open approvals whose present step has too few who may act in it. With platform reach. */
  listForsaken: (db: Db): Promise<ApprovalKey[]> =>
    allOpen(db)
      .where('widened', '=', false)
      .where('decider_kind', 'in', ['users', 'roles', 'leader'])
      .where(
        sql<boolean>`(select count(*) from approval_acts done
          where done.company_id = approvals.company_id and done.approval_id = approvals.id
            and done.step = approvals.step and done.act = 'approved')
          + (select count(distinct able.for_id) from ${ableUsers} as able) < need`,
      )
      .execute(),

  /** In whose name a user may act in the present step: themselves before others; undefined if they may not. */
  findStanding: (db: Db, { companyId, id }: ApprovalKey, userId: string): Promise<Person | undefined> =>
    db
      .selectFrom('approvals')
      .innerJoin(sql<{ id: string; for_id: string; for_name: string }>`lateral ${ableUsers}`.as('able'), (join) =>
        join.onTrue(),
      )
      .where('approvals.company_id', '=', companyId)
      .where('approvals.id', '=', id)
      .where('able.id', '=', userId)
      .select(['able.for_id as id', 'able.for_name as name'])
      .orderBy(sql`able.for_id <> able.id`)
      .orderBy('able.for_id')
      .limit(1)
      .executeTakeFirst(),
  /** Accounts of those who may act in the present step. */
  ableAccounts: async (db: Db, { companyId, id }: ApprovalKey): Promise<string[]> => {
    const found = await db
      .selectFrom('approvals')
      .innerJoin(sql<{ id: string; account: string }>`lateral ${ableUsers}`.as('able'), (join) => join.onTrue())
      .where('approvals.company_id', '=', companyId)
      .where('approvals.id', '=', id)
      .select('able.account')
      .distinct()
      .orderBy('able.account')
      .limit(mostNotified)
      .execute()
    return found.map(({ account }) => account)
  },
}
