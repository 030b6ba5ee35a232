import {
  cardRows,
  maxCount,
  type StartStep,
  termDays,
  type Workbench,
} from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, type Owner, toOwner } from '../../../kernel/scope.ts'
import { adminContacts } from '../../access/authorization/index.ts'
import type { ChangedRow, OperationLog } from '../../audit/operation-logs/index.ts'
import { signInLogs } from '../../audit/sign-in-logs/index.ts'
import { recentDocuments } from '../../content/documents/index.ts'
import { submittedNotices, waitingNotices } from '../../content/notices/index.ts'
import { accessRequests } from '../../governance/explain/index.ts'
import { reviewItems } from '../../governance/reviews/index.ts'
import { terms } from '../../governance/terms/index.ts'
import { visitRequests } from '../../governance/visits/index.ts'
import { registrations } from '../../identity/registrations/index.ts'
import { appRequests } from '../../open/portal-apps/index.ts'
import type { GrantedCards } from './cards.ts'

const recentRows = 3
const administratorRows = 5
type Part = RawBuilder<unknown>

const toJsonList = (rows: Expression<unknown>): Part =>
  sql`(select coalesce(json_agg(found), '[]') from ${rows} as found)`
/** The first rows of a query and its number of rows, at most `maxCount`. */
const counted = (rows: Expression<unknown>): Part => sql`(
  select json_build_object('count', count(*), 'rows', coalesce(json_agg(found) filter (where place <= ${cardRows}), '[]'))
  from (select *, row_number() over () as place from (select * from ${rows} as every limit ${maxCount}) as few) as found)`

const selectTerms = (db: Db, actor: Actor, withAccounts: boolean) => sql`(
  select * from ${terms.ending(db, actor, termDays, withAccounts)} as ending where not released
  order by "expireTime", "userId", "roleId" limit ${maxCount})`

const faults = sql`(
  select counts.tenants, counts.affected, counts.faults, counts.counted_at as time,
    array(select json_build_object('kind', kind, 'companyId', company_id, 'name', name, 'detail', detail)
      from tenant_faults where place <= ${cardRows} order by place, kind) as rows
  from overview_counts counts where counts.counted_at > '-infinity')`
const signInDays = (companyId: string) => sql`(
  select to_char(day, 'YYYY-MM-DD') as day, hours from sign_in_days where company_id = ${companyId} order by sign_in_days.day)`
const growthMonths = (companyId: string) => sql`(
  select to_char(month, 'YYYY-MM') as month, new_users as "newUsers", new_companies as "newCompanies", users, companies
  from growth_months where company_id = ${companyId} order by growth_months.month desc limit 12)`

/** The first layout of the user's roles, in the order of roles. */
const roleLayout = ({ companyId, userId }: Actor): Part => sql`(
  select roles.workbench from roles
  where roles.company_id = ${companyId} and roles.workbench is not null and roles.status = 1 and exists (
    select from roles_in_force held
    where held.company_id = ${companyId} and held.user_id = ${userId} and held.role_id = roles.id)
  order by roles.sort, roles.name collate by_name, roles.id limit 1)`

/** Whether an account signs in with a second step, in a query of users. */
const hasSecondStep = sql<boolean>`(sms_second_step and phone is not null or exists (
  select from totp_secrets totp
  where totp.company_id = users.company_id and totp.user_id = users.id and totp.confirmed_at is not null))`
/** Which steps of setting up the company are done, and whether the caller has a second step. */
const startedWith = ({ companyId, userId }: Actor): Part => sql`(
  select json_build_object(
    'organization', exists (select from orgs where company_id = ${companyId}),
    'user', exists (select from users colleague
      where colleague.company_id = ${companyId} and colleague.id <> ${userId} and colleague.deleted_at is null),
    'secondStep', ${hasSecondStep})
  from users where company_id = ${companyId} and id = ${userId})`

/** What is read on every call, by the caller's cards. */
const currentParts = (
  { userChanges }: OperationLog,
  db: Db,
  actor: Actor,
  cards: GrantedCards,
): Record<string, Part | false> => ({
  layout: roleLayout(actor),
  countedAt: sql`overview_counted_at()::text`,
  started: cards.start.length > 0 && startedWith(actor),
  access: cards.access && counted(accessRequests.open(db, actor)),
  registration: cards.registration && counted(registrations.pending(db)),
  review: cards.review && counted(reviewItems.unanswered(db, actor)),
  unread: cards.notices && counted(waitingNotices(db, actor, 'unread')),
  unacked: cards.notices && counted(waitingNotices(db, actor, 'unacked')),
  visit: cards.visit && counted(visitRequests.open(db, actor)),
  approval: cards.approval && counted(submittedNotices(db, actor)),
  app: cards.review && counted(appRequests.waitingFor(db, toOwner(actor))),
  terms: cards.terms && counted(selectTerms(db, actor, cards.accountTerms)),
  own: cards.changes && toJsonList(userChanges.own(actor, cardRows)),
  concerning: cards.changes && toJsonList(userChanges.concerning(actor, cardRows)),
  documents: cards.documents && toJsonList(recentDocuments(db, actor, cardRows)),
  requests: cards.few && toJsonList(accessRequests.own(db, actor).limit(cardRows)),
  recent: cards.few && toJsonList(signInLogs.ofUser(db, actor).limit(recentRows)),
  administrators: cards.few && toJsonList(adminContacts(db, actor.companyId).limit(administratorRows)),
})

/** What is counted hourly. */
const figureParts = (companyId: string): Record<string, Part> => ({
  health: sql`(select row_to_json(found) from ${faults} as found)`,
  signIns: toJsonList(signInDays(companyId)),
  growth: toJsonList(growthMonths(companyId)),
})
const selectParts = async <Parts>(db: Db, parts: Record<string, Part | false>): Promise<Parts> => {
  const columns = Object.entries(parts).flatMap(([name, part]) => (part ? [sql`${part} as ${sql.ref(name)}`] : []))
  // Planning this many parts costs more than running them.
  const [, { rows }] = await Promise.all([
    sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(db),
    sql<Parts>`select ${sql.join(columns)}`.execute(db),
  ])
  return rows[0] as Parts
}

type TodoRow = {
  id: string
  who: string
  what: string
  time: string
  amount?: number
  minutes?: number
  dueTime?: string
}
type NoticeRow = NonNullable<Workbench['notices']>['unread']['rows'][number]
type ChangeRow = Omit<NonNullable<Workbench['changes']>['own'][number], 'summary'> &
  Pick<ChangedRow, 'before' | 'after'>
type Counted<Row> = { count: number; rows: Row[] }
type FaultRow = Pick<NonNullable<Workbench['health']>['rows'][number], 'kind' | 'companyId' | 'name'>
type FaultDetail = Partial<Omit<NonNullable<Workbench['health']>['rows'][number], keyof FaultRow>>
/** Absent parts are not granted. Times are as PostgreSQL writes them in JSON. */
export type CurrentParts = {
  layout: Workbench['layout']
  countedAt: string
  started?: Record<Exclude<StartStep, 'company'>, boolean>
  access?: Counted<TodoRow>
  registration?: Counted<TodoRow>
  review?: Counted<TodoRow>
  visit?: Counted<TodoRow>
  approval?: Counted<TodoRow>
  app?: Counted<TodoRow>
  held?: Counted<TodoRow>
  unread?: Counted<NoticeRow>
  unacked?: Counted<NoticeRow>
  terms?: Counted<{ userId: string; name: string; roleId: string | null; roleName: string; expireTime: string }>
  own?: ChangeRow[]
  concerning?: ChangeRow[]
  documents?: NonNullable<Workbench['documents']>
  requests?: NonNullable<Workbench['requests']>
  recent?: { time: string; ip: string; agent: string }[]
  administrators?: NonNullable<Workbench['administrators']>
}

export type Figures = {
  health: {
    tenants: number
    affected: number
    faults: Record<string, number>
    time: string
    rows: (FaultRow & { detail: FaultDetail })[]
  } | null
  signIns: NonNullable<Workbench['signIns']>['days']
  growth: NonNullable<Workbench['growth']>['months']
}

export const workbenchRepository = {
  /** The current cards of the company at hand in one statement, since most of what a statement costs is its journey. */
  current: (log: OperationLog, db: Db, actor: Actor, cards: GrantedCards) =>
    selectParts<CurrentParts>(db, currentParts(log, db, actor, cards)),
  /** What was counted last, for every card. Health is null outside the platform's company. */
  figures: (db: Db, companyId: string) => selectParts<Figures>(db, figureParts(companyId)),

  /** How complete and how safe the account is. Takes the user, and the account they sign in with. */
  account: (db: Db, user: Owner, principal: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', principal.companyId)
      .where('id', '=', principal.userId)
      .select([
        sql<boolean>`phone is null`.as('phone'),
        sql<boolean>`email is null`.as('mail'),
        sql<boolean>`not exists (select from portraits where portraits.company_id = ${user.companyId}
          and portraits.user_id = ${user.userId})`.as('portrait'),
        hasSecondStep.as('secondStep'),
        'must_change_password as initialPassword',
        'password_changed_at as passwordTime',
      ])
      .executeTakeFirst(),

  /** Whether there is a tenant besides the operator. */
  hasTenant: async (db: Db): Promise<boolean> =>
    (await db.selectFrom('tenants').select('company_id').limit(1).executeTakeFirst()) !== undefined,
}
