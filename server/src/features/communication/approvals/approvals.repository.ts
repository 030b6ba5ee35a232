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
export const dueAtOnce = 500

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

type Asked = Pick<Approval, 'companyId' | 'askerId' | 'excluded'>
/**
 * Organisations whose leaders decide: of each of the asker's own, it or the nearest above it that has a leader who may. One
 * who leads and asks is decided on further up.
 */
const ledOrganizations = ({ companyId, askerId, excluded }: Asked) => sql<string[]>`array(
  select distinct nearest.org_id from user_orgs own
    join orgs on orgs.company_id = own.company_id and orgs.id = own.org_id
    cross join lateral (
      select leader.org_id from orgs above
        join user_orgs leader
          on leader.company_id = above.company_id and leader.org_id = above.id and leader.duty = 'leader'
        join users on users.company_id = leader.company_id and users.id = leader.user_id
      where above.company_id = own.company_id
        and above.id = any (string_to_array(trim(both '/' from orgs.path), '/')::uuid[])
        and status_of(users) = 1 and not ${excluded}::uuid[] && array[users.id, coalesce(users.principal_id, users.id)]
      order by length(above.path) desc
      limit 1) nearest
  where own.company_id = ${companyId} and own.user_id = ${askerId})`
const placeIn = (asked: Asked, { by, ids, need, remindHours, escalateHours }: ApprovalStep) => ({
  decider_kind: by,
  decider_ids: by === 'leader' ? ledOrganizations(asked) : sql<string[]>`${ids}::uuid[]`,
  delegate_ids: sql<string[]>`'{}'`,
  need,
  widened: false,
  remind_at: hoursFromNow(remindHours),
  escalate_at: hoursFromNow(escalateHours),
})

/** Open approvals in the order of their ids, behind one of them. */
const nextOpen = (db: Db, after: string) =>
  db
    .selectFrom('approvals')
    // A literal, for the partial indexes.
    .where('state', '=', sql.lit('open'))
    .where('id', '>', after)
    .select(['company_id as companyId', 'id'])
    .orderBy('id')
    .limit(dueAtOnce)
export type DueTime = 'expires_at' | 'escalate_at' | 'remind_at'

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
        ...placeIn({ companyId, askerId, excluded: [...excluded] }, first),
      })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'kind', 'subject_id']).where('state', '=', sql.lit('open')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return added?.id
  },
  /** Goes on to a step. */
  place: (db: Db, approval: Approval, index: number, step: ApprovalStep) =>
    row(db, approval)
      .set({ ...placeIn(approval, step), step: index, version: sql<number>`version + 1` })
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
  listStale: (db: Db, kind: string, waiting: WaitingRows, after: string): Promise<ApprovalKey[]> =>
    nextOpen(db, after)
      .where('kind', '=', kind)
      .where(
        sql<boolean>`not exists (
          select from (${waiting}) as subject
          where subject.company_id = approvals.company_id and subject.id = approvals.subject_id)`,
      )
      .execute(),
  /** Subjects that wait without an approval, as nodes of an older release leave them. With platform reach. */
  listMissing: async (db: Db, kind: string, waiting: WaitingRows, after: string): Promise<ApprovalKey[]> => {
    const { rows } = await sql<ApprovalKey>`
      select subject.company_id as "companyId", subject.id from (${waiting}) as subject
      where subject.id > ${after} and not exists (
        select from approvals
        where approvals.company_id = subject.company_id and approvals.kind = ${kind}
          and approvals.subject_id = subject.id and approvals.state = 'open')
      order by subject.id limit ${dueAtOnce}`.execute(db)
    return rows
  },
  /** Open approvals for which a time has come. With platform reach. */
  listDue: (db: Db, time: DueTime, after: string): Promise<ApprovalKey[]> =>
    nextOpen(db, after).where(time, '<=', sql<string>`now()`).execute(),
  /** Whether that time has come for an approval that is locked: another node may have worked on it meanwhile. */
  isDue: async (db: Db, { companyId, id }: ApprovalKey, time: DueTime): Promise<boolean> =>
    (await db
      .selectFrom('approvals')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where(time, '<=', sql<string>`now()`)
      .select('id')
      .executeTakeFirst()) !== undefined,
  readMoment: async (db: Db): Promise<string> => {
    const { rows } = await sql<{ moment: string }>`select now()::text as moment`.execute(db)
    return rows[0]?.moment ?? ''
  },
  /**
   * Looks at the open approvals that were looked at longest ago, before a moment, whether enough people are left who may act.
   * With platform reach.
   * @returns how many it has looked at, and those where too few are left
   */
  async checkDeciders(db: Db, before: string): Promise<{ checked: number; forsaken: ApprovalKey[] }> {
    const { rows } = await sql<ApprovalKey & { isForsaken: boolean }>`
      with approvals as (
        update approvals set checked_at = now()
        where (company_id, id) in (
          select company_id, id from approvals
          where state = 'open' and not widened and decider_kind in ('users', 'roles', 'leader')
            and checked_at < ${before}::timestamptz
          order by checked_at limit ${dueAtOnce} for update skip locked)
        returning *)
      select company_id as "companyId", id, (
          select count(*) from approval_acts done
          where done.company_id = approvals.company_id and done.approval_id = approvals.id
            and done.step = approvals.step and done.act = 'approved')
        + (select count(distinct able.for_id) from ${ableUsers} as able) < need as "isForsaken"
      from approvals`.execute(db)
    return { checked: rows.length, forsaken: rows.filter(({ isForsaken }) => isForsaken) }
  },

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
