import { isAscii } from 'node:buffer'
import type { ruleResources } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { UsersFilter } from '@atrium/contract/features/people/users/users-query.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { sql } from 'kysely'
import { cappedTotal } from '../../../../kernel/db/capped-total.ts'
import { hasTag } from '../../../../kernel/db/crud-repository.ts'
import { narrowCustom } from '../../../../kernel/db/custom-columns.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { parseSort } from '../../../../kernel/db/fetch-page.ts'
import {
  cappedResults,
  createCommonSearches,
  isUnfilteredSearch,
  isWholeList,
  maxCountedResults,
  resultPage,
} from '../../../../kernel/db/searches.ts'
import { endOfDay } from '../../../../kernel/db/time-range.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { scopedUsers as usersAsRows, type Viewer, visibleTo } from '../../../access/row-scopes/index.ts'

/** `timeZone`: that of days in the filters. */
type Zoned = { timeZone?: string }
export type UsersQuery = InputOf<typeof usersContract.list>['query'] & Zoned
export type ZonedUsersFilter = UsersFilter & Zoned & Ticked

export const userStatus = sql<number>`status_of(users)`
export const disabled = sql<boolean>`users.status <> 1`
export const isActiveSession = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`
export const ofUser = sql`company_id = users.company_id and user_id = users.id`
export const totp = sql<boolean>`exists (select from totp_secrets where ${ofUser} and confirmed_at is not null)`
export const passkey = sql<boolean>`exists (select from passkeys where ${ofUser})`
export const sms = sql<boolean>`(users.sms_second_step and users.phone is not null)`
const hasActiveSession = sql<boolean>`exists (select from sessions where ${ofUser} and ${isActiveSession})`
const hasRole = (roleId: string) =>
  sql<boolean>`exists (select from roles_in_force where ${ofUser} and role_id = ${roleId})`
const isInOrganization = ({ companyId }: Actor, orgId: string) => sql<boolean>`users.id in (
  select user_orgs.user_id from user_orgs
  where user_orgs.company_id = ${companyId} and user_orgs.org_id in (
    select below.id from orgs above join orgs below on below.company_id = above.company_id and is_within(below.path, above.path)
    where above.company_id = ${companyId} and above.id = ${orgId}))`
const isActiveSince = (days: number) =>
  sql<boolean>`exists (select from sessions where ${ofUser} and last_seen_at > now() - make_interval(days => ${days}))`
const matches = (condition: ReturnType<typeof sql<boolean>>, wanted: boolean) =>
  wanted ? condition : sql<boolean>`not (${condition})`

/** Fields that data rules may filter users by, as the contract declares them. */
export const userRows = usersAsRows satisfies {
  fields: Record<keyof (typeof ruleResources)['users']['fields'], string>
}
/** Users in the caller's row scope, deleted ones included. */
export const visibleUsers = (db: Db, actor: Viewer) => {
  const all = db.selectFrom('users').where('users.company_id', '=', actor.companyId)
  const isVisible = visibleTo(actor, userRows)
  return isVisible ? all.where(isVisible) : all
}
/** Users in the caller's row scope, without deleted ones. */
export const presentUsers = (db: Db, actor: Viewer) => visibleUsers(db, actor).where('users.deleted_at', 'is', null)

const sortColumns = { account: 'account', name: 'name', createTime: 'created_at', expireTime: 'expire_at' } as const
/** Sort order; only columns that `find_users` returns too. */
export const userOrder = (sort: string) => parseSort(sort || '-createTime', sortColumns)

/** Whether the query is for all users of the company, whose number is kept. */
export const isForEverybody = (actor: Actor, query: UsersQuery) => actor.rows === 'all' && isWholeList(query)

const searches = createCommonSearches()

/** Ids of all matches; undefined if there are more than a list counts. */
const findUserIds = async (db: Db, search: string): Promise<string[] | undefined> => {
  const { rows } = await sql<{ ids: string[] }>`
    select array(select id from find_users(${search}, ${maxDepth + 1})) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > maxDepth ? undefined : ids
}
/** True if `find_users` alone determines the page. */
const isSearchOnly = (actor: Actor, query: UsersQuery) => actor.rows === 'all' && isUnfilteredSearch(query)
/**
 * Page of an unfiltered search. Undefined for other queries and for searches recently found to match more than is
 * counted.
 */
export const searchPage = (db: Db, actor: Actor, query: UsersQuery) =>
  isSearchOnly(actor, query) && !searches.isCommon(db, actor.companyId, query.search)
    ? resultPage(sql`find_users(${query.search}, ${maxCountedResults + 1})`, query, userOrder(query.sort))
    : undefined
export const isCommonSearch = (db: Db, { companyId }: Actor, { search }: UsersQuery, total: number) =>
  searches.noteTotal(db, companyId, search, total)
const nameContains = (search: string) => sql<boolean>`strpos(lower(users.name), lower(${search})) > 0`
/** Matches like `find_users`, except phones, which never match that many. Accounts are ASCII. */
const matchesSearch = (search: string) =>
  isAscii(Buffer.from(search))
    ? sql<boolean>`(starts_with(lower(users.account), lower(${search})) or ${nameContains(search)})`
    : nameContains(search)

const filteredUsers = async (db: Db, actor: Actor, query: ZonedUsersFilter) => {
  let rows = presentUsers(db, actor)
  const {
    'f.status': status,
    'f.online': isOnline,
    'f.roleId': roleId,
    'f.mfa': mfa,
    'f.idle': idle,
    'f.expire': expire,
    'f.expireBy': expireBy,
    'f.orgId': orgId,
    'f.custom': custom,
    'f.tags': tag,
  } = query
  if (status) rows = rows.where(userStatus, '=', Number(status))
  if (isOnline) rows = rows.where(matches(hasActiveSession, isOnline === '1'))
  if (roleId) rows = rows.where(hasRole(roleId))
  if (mfa) rows = rows.where(matches(sql<boolean>`${sms} or ${totp} or ${passkey}`, mfa === '1'))
  if (orgId) rows = rows.where(isInOrganization(actor, orgId))
  if (custom) rows = rows.where(await narrowCustom(db, 'users', custom, maxCountedResults))
  if (tag) rows = rows.where(hasTag('users', tag, actor.companyId))
  if (idle) rows = rows.where(matches(isActiveSince(idle), false))
  if (expire !== undefined) rows = rows.where(sql<boolean>`users.expire_at <= now() + make_interval(days => ${expire})`)
  if (expireBy) rows = rows.where(sql<boolean>`users.expire_at < ${endOfDay(expireBy, query.timeZone)}`)
  return rows
}

/** Adds the search to the rows; scans them if it matches more than a list counts. */
const searchedUsers = async (db: Db, rows: Awaited<ReturnType<typeof filteredUsers>>, search: string) => {
  const ids = await findUserIds(db, search)
  // An array, not a join: the planner then looks the few up by their ids.
  return rows.where(ids ? sql<boolean>`users.id = any(${ids})` : matchesSearch(search))
}
/** All users that match, for reading to the end. */
export const allMatchingUsers = async (db: Db, actor: Actor, query: ZonedUsersFilter) => {
  const { ids } = query
  const filtered = await filteredUsers(db, actor, query)
  const rows = ids ? filtered.where(sql<boolean>`users.id = any(${ids}::uuid[])`) : filtered
  return { rows: query.search ? await searchedUsers(db, rows, query.search) : rows }
}

/**
 * Matching users and their total. An unfiltered search only gets here if it matches more than is counted
 * (`searchPage`): it is so common that a page is found while reading in list order.
 */
export const matchingUsers = async (db: Db, actor: Actor, query: UsersQuery) => {
  const rows = await filteredUsers(db, actor, query)
  const counted = (of: typeof rows) => ({ rows: of, total: () => cappedTotal(db, of, actor.companyId) })
  const { search } = query
  if (!search) return counted(rows)
  if (!isSearchOnly(actor, query)) return counted(await searchedUsers(db, rows, search))
  return { rows: rows.where(matchesSearch(search)), total: async () => cappedResults }
}
