import type { UsersNarrowing } from '@atrium/contract/features/users/users.contract.ts'
import { type ListQuery, pageSizes } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../kernel/db/capped-total.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { inOrder, pageOf } from '../../kernel/db/page-of.ts'
import { findPage } from '../../kernel/db/searches.ts'
import type { Actor } from '../../kernel/scope.ts'
import {
  disabled,
  everyMatchingUser,
  foundMany,
  foundPage,
  matchingUsers,
  order,
  present,
  seenUsers,
  standing,
  type UsersQuery,
} from './matching-users.repository.ts'
import { type ShownUser, shownUsers, theseFew } from './shown-users.repository.ts'
import type { Owner } from './users.repository.ts'

const usual: ReadonlySet<number> = new Set(pageSizes)
/** Somebody with what stands above each of his organisations. */
export type FoundUser = ShownUser & { above: Record<string, string[]> }

/** What each of somebody’s organisations stands in, from the top down: read for one alone. */
const above = sql<Record<string, string[]>>`(
  select coalesce(json_object_agg(belonging.org_id, array(
    select above.name from orgs above where above.company_id = orgs.company_id and above.id <> orgs.id
      and above.id = any(string_to_array(trim(both '/' from orgs.path), '/')::uuid[]) order by length(above.path))), '{}')
  from user_orgs belonging join orgs on orgs.company_id = belonging.company_id and orgs.id = belonging.org_id
  where belonging.company_id = users.company_id and belonging.user_id = users.id)`.as('above')

const idsOf = (rows: ReturnType<typeof present>, by: ReturnType<typeof order>) =>
  inOrder(rows.select('users.id'), 'users', by)
/**
 * One page. How many rows it has is written out for the first: a plan made for any number expects a tenth of them all, looks
 * dear beside one made for these, and so the statement, which is long, would be planned at every call.
 */
const cut = (ids: ReturnType<typeof idsOf>, { page, size }: ListQuery) =>
  page === 1 && usual.has(size) ? ids.limit(sql.lit(size)) : ids.limit(size).offset((page - 1) * size)

/** The page of a search alone, found and shown by one statement. Out: undefined when it finds more than is counted. */
const searchedPage = async (db: Db, actor: Actor, query: UsersQuery) => {
  const found = foundPage(actor, query)
  if (!found) return undefined
  const data = await shownUsers(db, actor, found, order(query.sort))
  const total = data[0]?.total ?? (query.page === 1 ? 0 : (await findPage(db, found)).total)
  return foundMany(actor, query, total) ? undefined : { data, total }
}
const matchingPage = async (db: Db, actor: Actor, query: UsersQuery) => {
  const { rows, total } = await matchingUsers(db, actor, query)
  const by = order(query.sort)
  const page = theseFew(cut(idsOf(rows, by), query))
  const [data, counted] = await Promise.all([shownUsers(db, actor, page, by), total()])
  return { data, ...counted }
}

/** Users as their administrators see them; those in the recycle bin are only found there. */
export const managedUsersRepository = {
  list: async (db: Db, actor: Actor, query: UsersQuery) =>
    (await searchedPage(db, actor, query)) ?? (await matchingPage(db, actor, query)),

  count: async (db: Db, actor: Actor, query: UsersNarrowing, most: number) =>
    countUpTo(db, (await everyMatchingUser(db, actor, query)).rows, most),
  /** Those behind an id, in the order of their ids. */
  async batch(db: Db, actor: Actor, query: UsersNarrowing, behind: string | undefined, size: number) {
    const { rows } = await everyMatchingUser(db, actor, query)
    const left = behind === undefined ? rows : rows.where('users.id', '>', behind)
    return shownUsers(db, actor, theseFew(left.select('users.id').orderBy('users.id').limit(size)), [])
  },

  async find(db: Db, actor: Actor, userId: string): Promise<FoundUser | undefined> {
    const one = present(db, actor).where('users.id', '=', userId)
    const [[user], aboves] = await Promise.all([
      shownUsers(db, actor, theseFew(one.select('users.id')), []),
      one.select(above).executeTakeFirst(),
    ])
    return user && { ...user, above: aboves?.above ?? {} }
  },

  /** Holds somebody until the transaction ends, so that changes of him take turns. Out: whether the caller sees him there. */
  hold: async (db: Db, actor: Actor, userId: string, where: 'present' | 'bin' = 'present'): Promise<boolean> => {
    const held = await seenUsers(db, actor)
      .where('users.id', '=', userId)
      .where('users.deleted_at', where === 'bin' ? 'is not' : 'is', null)
      .select('users.id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    return held !== undefined
  },
  /** How those of these people stand whom the caller sees there. */
  standings: (db: Db, actor: Actor, userIds: readonly string[], where: 'present' | 'bin') =>
    seenUsers(db, actor)
      .where(sql<boolean>`users.id = any(${userIds})`)
      .where('users.deleted_at', where === 'bin' ? 'is not' : 'is', null)
      .select(['users.id', standing.as('status'), disabled.as('disabled')])
      .execute(),
  nameOf: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select(['account', 'name'])
      .executeTakeFirst(),

  /** The recycle bin of a company, what was deleted last first. */
  bin(db: Db, actor: Actor, query: ListQuery) {
    let rows = seenUsers(db, actor).where('deleted_at', 'is not', null)
    const { search } = query
    if (search) {
      const within = (text: 'account' | 'name') => sql<boolean>`strpos(lower(${sql.ref(text)}), lower(${search})) > 0`
      rows = rows.where((eb) => eb.or([within('account'), within('name')]))
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
    return pageOf(db, query, shown, rows)
  },
}
