import { isAscii } from 'node:buffer'
import type { ruleResources } from '@atrium/contract/features/roles/data-rules.ts'
import type { UsersNarrowing, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { cappedTotal } from '../../kernel/db/capped-total.ts'
import type { Db } from '../../kernel/db/database.ts'
import { orderOf } from '../../kernel/db/page-of.ts'
import { type Seer, seenBy } from '../../kernel/db/row-scope.ts'
import { countedFinds, createSearches, isSearchAlone, manyFinds, pageFound } from '../../kernel/db/searches.ts'
import { userRows as usersAsRows } from '../../kernel/db/seen-users.ts'
import type { Actor } from '../../kernel/scope.ts'

export type UsersQuery = InputOf<typeof usersContract.list>['query']

export const standing = sql<number>`standing_of(users)`
export const disabled = sql<boolean>`users.status <> 1`
export const living = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`
export const own = sql`company_id = users.company_id and user_id = users.id`
export const totp = sql<boolean>`exists (select from totp_secrets where ${own} and confirmed_at is not null)`
export const passkey = sql<boolean>`exists (select from passkeys where ${own})`
export const sms = sql<boolean>`(users.sms_second_step and users.phone is not null)`
const online = sql<boolean>`exists (select from sessions where ${own} and ${living})`
const wears = (roleId: string) => sql<boolean>`exists (select from roles_in_force where ${own} and role_id = ${roleId})`
const belongs = ({ companyId }: Actor, orgId: string) => sql<boolean>`users.id in (
  select user_orgs.user_id from user_orgs
  where user_orgs.company_id = ${companyId} and user_orgs.org_id in (
    select below.id from orgs above join orgs below on below.company_id = above.company_id and stands_in(below.path, above.path)
    where above.company_id = ${companyId} and above.id = ${orgId}))`
const seenSince = (days: number) =>
  sql<boolean>`exists (select from sessions where ${own} and last_seen_at > now() - make_interval(days => ${days}))`
const is = (condition: ReturnType<typeof sql<boolean>>, wanted: boolean) =>
  wanted ? condition : sql<boolean>`not (${condition})`

/** What data scopes may ask of a user: what the contract lets rules ask. */
export const userRows = usersAsRows satisfies {
  fields: Record<keyof (typeof ruleResources)['users']['fields'], string>
}
/** The users of his company that somebody sees, with those in the recycle bin. */
export const seenUsers = (db: Db, actor: Seer) => {
  const all = db.selectFrom('users').where('users.company_id', '=', actor.companyId)
  const seen = seenBy(actor, userRows)
  return seen ? all.where(seen) : all
}
/** The same without the recycle bin. */
export const present = (db: Db, actor: Seer) => seenUsers(db, actor).where('users.deleted_at', 'is', null)

const sorted = { account: 'account', name: 'name', createTime: 'created_at', expireTime: 'expire_at' } as const
/** The order a list is asked for in, by columns of users that `find_users` answers too. */
export const order = (sort: string) => orderOf(sort || '-createTime', sorted)

const searches = createSearches()

/** Everybody a search finds; undefined when they are more than a list counts. */
const allFound = async (db: Db, search: string): Promise<string[] | undefined> => {
  const { rows } = await sql<{ ids: string[] }>`
    select array(select id from find_users(${search}, ${maxDepth + 1})) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > maxDepth ? undefined : ids
}
/** Then `find_users` alone knows who is on the page. */
const isFound = (actor: Actor, query: UsersQuery) => actor.rows === 'all' && isSearchAlone(query)
/** What a search alone finds. Out: undefined for other queries, and where it found more than is counted a moment ago. */
export const foundPage = (actor: Actor, query: UsersQuery) =>
  isFound(actor, query) && !searches.isCommon(actor.companyId, query.search)
    ? pageFound(sql`find_users(${query.search}, ${countedFinds + 1})`, query, order(query.sort))
    : undefined
export const foundMany = ({ companyId }: Actor, { search }: UsersQuery, total: number) =>
  searches.foundMany(companyId, search, total)
const named = (search: string) => sql<boolean>`strpos(lower(users.name), lower(${search})) > 0`
/** As `find_users` finds (migration 0040), but for a phone, which is never found in so many. Accounts are of ASCII alone. */
const says = (search: string) =>
  isAscii(Buffer.from(search))
    ? sql<boolean>`(starts_with(lower(users.account), lower(${search})) or ${named(search)})`
    : named(search)

const narrowed = (db: Db, actor: Actor, query: UsersNarrowing) => {
  let rows = present(db, actor)
  const {
    'f.status': status,
    'f.online': isOnline,
    'f.roleId': roleId,
    'f.mfa': mfa,
    'f.idle': idle,
    'f.expire': expire,
    'f.orgId': orgId,
  } = query
  if (status) rows = rows.where(standing, '=', Number(status))
  if (isOnline) rows = rows.where(is(online, isOnline === '1'))
  if (roleId) rows = rows.where(wears(roleId))
  if (mfa) rows = rows.where(is(sql<boolean>`${sms} or ${totp} or ${passkey}`, mfa === '1'))
  if (orgId) rows = rows.where(belongs(actor, orgId))
  if (idle) rows = rows.where(is(seenSince(idle), false))
  if (expire !== undefined) rows = rows.where(sql<boolean>`users.expire_at <= now() + make_interval(days => ${expire})`)
  return rows
}

/** Everybody of these whom a search finds; more than a list counts are looked through. */
const searched = async (db: Db, rows: ReturnType<typeof narrowed>, search: string) => {
  const ids = await allFound(db, search)
  // An array, not a join: the planner then looks the few up by their ids.
  return rows.where(ids ? sql<boolean>`users.id = any(${ids})` : says(search))
}
/** All the users a query is about, for whoever reads them to the end. */
export const everyMatchingUser = async (db: Db, actor: Actor, query: UsersNarrowing) => {
  const rows = narrowed(db, actor, query)
  return { rows: query.search ? await searched(db, rows, query.search) : rows }
}

/**
 * The users a query is about, and how many they are. A search alone found more than is counted if it comes here (`foundPage`):
 * its rows are so many that the list finds a page of them while it reads in its own order.
 */
export const matchingUsers = async (db: Db, actor: Actor, query: UsersQuery) => {
  const rows = narrowed(db, actor, query)
  const counted = (of: typeof rows) => ({ rows: of, total: () => cappedTotal(db, of, actor.companyId) })
  const { search } = query
  if (!search) return counted(rows)
  if (!isFound(actor, query)) return counted(await searched(db, rows, search))
  return { rows: rows.where(says(search)), total: async () => manyFinds }
}
