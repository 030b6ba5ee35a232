import type { ruleResources } from '@atrium/contract/features/roles/data-rules.ts'
import type { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { cappedTotal } from '../../kernel/db/capped-total.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Scoped, seenBy } from '../../kernel/db/row-scope.ts'
import type { Actor } from '../../kernel/scope.ts'

export type UsersQuery = InputOf<typeof usersContract.list>['query']

export const standing = sql<number>`standing_of(users)`
export const living = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`
export const own = sql`company_id = users.company_id and user_id = users.id`
export const totp = sql<boolean>`exists (select from totp_secrets where ${own} and confirmed_at is not null)`
export const passkey = sql<boolean>`exists (select from passkeys where ${own})`
export const sms = sql<boolean>`(users.sms_second_step and users.phone is not null)`
const online = sql<boolean>`exists (select from sessions where ${own} and ${living})`
const wears = (roleId: string) =>
  sql<boolean>`exists (select from worn_roles where ${own} and role_id = ${roleId} and in_force(worn_roles))`
const belongs = ({ companyId }: Actor, orgId: string) => sql<boolean>`users.id in (
  select user_orgs.user_id from user_orgs
  where user_orgs.company_id = ${companyId} and user_orgs.org_id in (
    select below.id from orgs above join orgs below on below.company_id = above.company_id and stands_in(below.path, above.path)
    where above.company_id = ${companyId} and above.id = ${orgId}))`
const seenSince = (days: number) =>
  sql<boolean>`exists (select from sessions where ${own} and last_seen_at > now() - make_interval(days => ${days}))`
const is = (condition: ReturnType<typeof sql<boolean>>, wanted: boolean) =>
  wanted ? condition : sql<boolean>`not (${condition})`

/** What data scopes may ask of a user. */
export const userRows: Scoped = {
  resource: 'users',
  owner: 'users.id',
  fields: {
    account: 'users.account',
    name: 'users.name',
    sex: 'users.sex',
    createTime: 'users.created_at',
    expireTime: 'users.expire_at',
  } satisfies Record<keyof (typeof ruleResources)['users']['fields'], string>,
}
/** The users of his company that somebody sees, with those in the recycle bin. */
export const seenUsers = (db: Db, actor: Actor) => {
  const all = db.selectFrom('users').where('users.company_id', '=', actor.companyId)
  const seen = seenBy(actor, userRows)
  return seen ? all.where(seen) : all
}
/** The same without the recycle bin. */
export const present = (db: Db, actor: Actor) => seenUsers(db, actor).where('users.deleted_at', 'is', null)

/** Beyond this many finds a search without filters is not counted: a common surname must not cost what a whole list does. */
const countedFinds = 500

/** Whom the search finds; undefined when they are more than it counts. */
const finds = async (db: Db, search: string, most: number): Promise<string[] | undefined> => {
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when cardinality(found.ids) <= ${most} then found.ids end as ids
    from (select array(select find_users(${search}, ${most + 1})) as ids offset 0) as found`.execute(db)
  return rows[0]?.ids ?? undefined
}
/** As `find_users` finds (migration 0030), but for a phone, which is never found in so many. */
const says = (search: string) =>
  sql<boolean>`(starts_with(lower(users.account), lower(${search})) or strpos(lower(users.name), lower(${search})) > 0)`

const narrowed = (db: Db, actor: Actor, query: UsersQuery) => {
  let rows = present(db, actor)
  const {
    'f.status': status,
    'f.online': isOnline,
    'f.roleId': roleId,
    'f.mfa': mfa,
    'f.idle': idle,
    'f.orgId': orgId,
  } = query
  if (status) rows = rows.where(standing, '=', Number(status))
  if (isOnline) rows = rows.where(is(online, isOnline === '1'))
  if (roleId) rows = rows.where(wears(roleId))
  if (mfa) rows = rows.where(is(sql<boolean>`${sms} or ${totp} or ${passkey}`, mfa === '1'))
  if (orgId) rows = rows.where(belongs(actor, orgId))
  if (idle) rows = rows.where(is(seenSince(idle), false))
  return rows
}

/**
 * The users a query is about, and how many they are. A search that nothing else narrows counts up to five hundred
 * (`more` beyond): then the rows are so many that the list finds a page of them while it reads in its own order.
 */
export const matchingUsers = async (db: Db, actor: Actor, query: UsersQuery) => {
  const rows = narrowed(db, actor, query)
  const counted = (of: typeof rows) => ({ rows: of, total: () => cappedTotal(db, of, actor.companyId) })
  if (!query.search) return counted(rows)
  const isNarrowed =
    actor.rows !== 'all' || Object.entries(query).some(([name, value]) => name.startsWith('f.') && value !== undefined)
  const most = isNarrowed ? maxDepth : countedFinds
  const ids = await finds(db, query.search, most)
  // An array, not a join: the planner then looks the few up by their ids.
  const found = rows.where(ids ? sql<boolean>`users.id = any(${ids})` : says(query.search))
  if (isNarrowed) return counted(found)
  return { rows: found, total: async () => (ids ? { total: ids.length } : { total: most, more: true }) }
}
