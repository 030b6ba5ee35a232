import { type ListQuery, pageSizes } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { createCache } from '../../../../kernel/cache.ts'
import { capTotal, countUpTo } from '../../../../kernel/db/capped-total.ts'
import { compileOnce } from '../../../../kernel/db/compile-once.ts'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import { type CustomOrder, customColumn, findCustomOrder } from '../../../../kernel/db/custom-columns.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { applyOrder, fetchPage } from '../../../../kernel/db/fetch-page.ts'
import { fetchResultPage } from '../../../../kernel/db/searches.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import type { Owner } from '../users.repository.ts'
import {
  allMatchingUsers,
  disabled,
  isCommonSearch,
  isForEverybody,
  matchingUsers,
  presentUsers,
  searchPage,
  type UsersQuery,
  userOrder,
  userStatus,
  visibleUsers,
  type ZonedUsersFilter,
} from './matching-users.repository.ts'
import { loadShownUsers, type ShownUser, selectIds, shownUsers } from './shown-users.repository.ts'

const standardPageSizes: ReadonlySet<number> = new Set(pageSizes)
const isFirstPage = ({ page, size }: ListQuery) => page === 1 && standardPageSizes.has(size)
const orderedIds = (rows: ReturnType<typeof presentUsers>, by: ReturnType<typeof userOrder>) =>
  applyOrder(rows.select('users.id'), 'users', by)
/**
 * Limits the query to one page. The first page has its size as a literal: with a parameter the generic plan assumes a
 * tenth of all rows, looks expensive, and the long statement would be planned on every call.
 */
const limitToPage = (ids: ReturnType<typeof orderedIds>, query: ListQuery) =>
  isFirstPage(query) ? ids.limit(sql.lit(query.size)) : ids.limit(query.size).offset((query.page - 1) * query.size)

/** The number of a company's users, which it keeps: counting them costs as much as the page. */
const headcount = sql<number>`(select acting_headcount())`
type Users = ReturnType<typeof presentUsers>

/** The custom field that a list is sorted by first; undefined for a column. */
const customOrderOf = (by: ReturnType<typeof userOrder>) => {
  const [first] = by
  const custom = first && findCustomOrder(first.column)
  return custom && { ...custom, direction: first.direction }
}

/**
 * Ids of a page in the order of a custom field: users with a value as its index has them, the others behind. Sorting all
 * users would read the whole company for the first page.
 */
const pageByCustom = (
  users: Users,
  order: CustomOrder & { direction: 'asc' | 'desc' },
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
) => {
  const most = page * size
  const direction = sql.raw(order.direction)
  const value = sql.ref(`sorted.${customColumn(order)}`)
  const valued = users
    .innerJoin('custom_values as sorted', (join) =>
      join.onRef('sorted.company_id', '=', 'users.company_id').onRef('sorted.row_id', '=', 'users.id'),
    )
    .where('sorted.field_id', '=', order.fieldId)
    .orderBy(sql`${value} ${direction}, sorted.row_id ${direction}`)
    .limit(most)
    .select('users.id')
  const others = users
    .where(
      sql<boolean>`not exists (select from custom_values sorted where sorted.company_id = users.company_id
        and sorted.field_id = ${order.fieldId} and sorted.row_id = users.id)`,
    )
    .orderBy('users.id')
    .limit(most)
    .select('users.id')
  return sql<{
    id: string
  }>`(select id from (${valued} union all ${others}) as ordered limit ${size} offset ${most - size})`
}
const idsOfPage = (users: ReturnType<typeof presentUsers>, by: ReturnType<typeof userOrder>, query: ListQuery) => {
  const custom = customOrderOf(by)
  return custom ? pageByCustom(users, custom, query) : limitToPage(orderedIds(users, by), query)
}
const pageOfEverybody = (db: Db, companyId: string, query: UsersQuery) => {
  const by = userOrder(query.sort)
  const users = db.selectFrom('users').where('users.company_id', '=', companyId).where('users.deleted_at', 'is', null)
  return shownUsers(companyId, selectIds(idsOfPage(users, by, query), headcount), by)
}
const compileFirstPage = (query: UsersQuery) =>
  compileOnce(['companyId'], (db, { companyId }) => pageOfEverybody(db, companyId, query))
/** Statements of first pages, by order and size. */
const firstPages = createCache<string, ReturnType<typeof compileFirstPage>>(100)
const loadFirstPage = (db: Db, companyId: string, query: UsersQuery) => {
  const key = `${query.sort} ${query.size}`
  const load = firstPages.get(key) ?? compileFirstPage(query)
  firstPages.set(key, load)
  return load(db, { companyId })
}

/**
 * Loads a page of all users with their number. Undefined for other queries, and for pages without users, which tell no
 * number.
 */
const findPageOfEverybody = async (db: Db, actor: Actor, query: UsersQuery) => {
  if (!isForEverybody(actor, query)) return undefined
  const { companyId } = actor
  const data = isFirstPage(query)
    ? await loadFirstPage(db, companyId, query)
    : (await pageOfEverybody(db, companyId, query).execute(db)).rows
  const total = data[0]?.total ?? null
  return total === null ? undefined : { data, ...capTotal(total) }
}

/** Finds and loads the page of an unfiltered search in one statement. Undefined if it finds more than is counted. */
const findSearchPage = async (db: Db, actor: Actor, query: UsersQuery) => {
  const found = searchPage(db, actor, query)
  if (!found) return undefined
  const data = await loadShownUsers(db, actor, found, userOrder(query.sort))
  const total = data[0]?.total ?? (query.page === 1 ? 0 : (await fetchResultPage(db, found)).total)
  return isCommonSearch(db, actor, query, total) ? undefined : { data, total }
}
const findMatchingPage = async (db: Db, actor: Actor, query: UsersQuery) => {
  const { rows, total } = await matchingUsers(db, actor, query)
  const by = userOrder(query.sort)
  const page = selectIds(idsOfPage(rows, by, query))
  const [data, counted] = await Promise.all([loadShownUsers(db, actor, page, by), total()])
  return { data, ...counted }
}

/** Users as administrators manage them. Deleted users only appear in `bin`. */
export const managedUsersRepository = {
  list: async (db: Db, actor: Actor, query: UsersQuery) =>
    (await findSearchPage(db, actor, query)) ??
    (await findPageOfEverybody(db, actor, query)) ??
    (await findMatchingPage(db, actor, query)),

  count: async (db: Db, actor: Actor, query: ZonedUsersFilter, max: number) =>
    countUpTo(db, (await allMatchingUsers(db, actor, query)).rows, max),
  async find(db: Db, actor: Actor, userId: string): Promise<ShownUser | undefined> {
    const one = presentUsers(db, actor).where('users.id', '=', userId).select('users.id')
    return (await loadShownUsers(db, actor, selectIds(one), []))[0]
  },

  /**
   * Locks the row until the transaction ends.
   * @returns whether the user is visible to the caller there
   */
  hold: async (db: Db, actor: Actor, userId: string, where: 'present' | 'bin' = 'present'): Promise<boolean> => {
    const locked = await visibleUsers(db, actor)
      .where('users.id', '=', userId)
      .where('users.deleted_at', where === 'bin' ? 'is not' : 'is', null)
      .select('users.id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    return locked !== undefined
  },
  /** Locks those users that are visible to the caller until the transaction ends; `removed`: deleted ones too. */
  holdAll: (db: Db, actor: Actor, userIds: readonly string[], which: 'present' | 'removed') =>
    (which === 'present' ? presentUsers : visibleUsers)(db, actor)
      .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
      .select(['users.id', 'users.version', sql<string>`users.name || '（' || users.account || '）'`.as('name')])
      .orderBy('users.id')
      .forNoKeyUpdate()
      .execute(),
  /** Those users that are visible to the caller. */
  findAll: (db: Db, actor: Actor, userIds: readonly string[]): Promise<ShownUser[]> => {
    const few = presentUsers(db, actor).where(sql<boolean>`users.id = any(${userIds}::uuid[])`).select('users.id')
    return loadShownUsers(db, actor, selectIds(few), [])
  },
  /** Statuses of those users that are visible to the caller. */
  statuses: (db: Db, actor: Actor, userIds: readonly string[], where: 'present' | 'bin') =>
    visibleUsers(db, actor)
      .where(sql<boolean>`users.id = any(${userIds})`)
      .where('users.deleted_at', where === 'bin' ? 'is not' : 'is', null)
      .select(['users.id', userStatus.as('status'), disabled.as('disabled')])
      .execute(),
  findName: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select(['account', 'name'])
      .executeTakeFirst(),

  /** Deleted users, latest first. */
  bin(db: Db, actor: Actor, query: ListQuery) {
    let rows = visibleUsers(db, actor).where('deleted_at', 'is not', null)
    const { search } = query
    if (search) {
      const contains = (text: 'account' | 'name') => sql<boolean>`strpos(lower(${sql.ref(text)}), lower(${search})) > 0`
      rows = rows.where((eb) => eb.or([contains('account'), contains('name')]))
    }
    const shown = rows
      .select(['id', 'account', 'name', 'phone'])
      .select([
        sql<string>`deleted_at`.as('deleteTime'),
        sql<Person>`deleted_by`.as('deleteBy'),
        sql<string>`deleted_at + interval '30 days'`.as('purgeTime'),
      ])
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
    return fetchPage(db, query, shown, rows)
  },
}
