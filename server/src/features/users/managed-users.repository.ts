import type { UserRow, UsersNarrowing } from '@atrium/contract/features/users/users.contract.ts'
import { type ListQuery, pageSizes } from '@atrium/contract/kernel/listing.ts'
import { type AliasedExpression, type InferResult, sql } from 'kysely'
import { countUpTo } from '../../kernel/db/capped-total.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { inOrder, pageOf } from '../../kernel/db/page-of.ts'
import { findPage } from '../../kernel/db/searches.ts'
import type { Actor } from '../../kernel/scope.ts'
import {
  everyMatchingUser,
  foundMany,
  foundPage,
  living,
  matchingUsers,
  order,
  own,
  passkey,
  present,
  seenUsers,
  sms,
  standing,
  totp,
  type UsersQuery,
} from './matching-users.repository.ts'
import type { Owner } from './users.repository.ts'

const disabled = sql<boolean>`users.status <> 1`
const usual: ReadonlySet<number> = new Set(pageSizes)
const basics = [
  'users.company_id',
  'users.id',
  'users.account',
  'users.name',
  'users.sex',
  'users.phone',
  'users.email',
  'users.id_card as idCard',
  'users.remark',
  'users.must_change_password as mustChange',
  'users.password_changed_at as passwordTime',
  'users.sms_second_step',
  standing.as('status'),
  disabled.as('disabled'),
  'users.locked_at as lockTime',
  'users.lock_reason as lockReason',
  'users.locked_until as lockUntil',
  'users.locked_by as lockBy',
  'users.expire_at as expireTime',
  'users.created_at as createTime',
  'users.created_by as createBy',
  'users.updated_at as updateTime',
  'users.updated_by as updateBy',
  'users.version',
  sql<boolean>`users.principal_id is not null`.as('outside'),
  'users.expire_at',
  'users.created_at',
] as const

const everybody = (db: Db, actor: Actor) => present(db, actor).select(basics)
type Shown = { as(alias: 'users'): AliasedExpression<InferResult<ReturnType<typeof everybody>>[number], 'users'> }
/** What is looked up of other tables for the few rows that are shown. */
const withOthers = (db: Db, rows: Shown) =>
  db
    .selectFrom(rows.as('users'))
    .leftJoin('portraits', (join) =>
      join.onRef('portraits.company_id', '=', 'users.company_id').onRef('portraits.user_id', '=', 'users.id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('sessions')
          .whereRef('sessions.company_id', '=', 'users.company_id')
          .whereRef('sessions.user_id', '=', 'users.id')
          .where('sessions.parent_id', 'is', null)
          .orderBy('sessions.created_at', 'desc')
          .limit(1)
          .select(['sessions.created_at as lastTime', 'sessions.ip as lastIp'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('users')
    .select(['portraits.etag as portrait', 'last.lastTime', 'last.lastIp'])
    .select([
      totp.as('totp'),
      passkey.as('passkey'),
      sms.as('sms'),
      sql<number>`(select count(*) from sessions where ${own} and parent_id is null and ${living})`.as('online'),
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name), '[]')
        from roles where roles.company_id = users.company_id and roles.id = any(array(
          select role_id from roles_in_force worn where worn.company_id = users.company_id and worn.user_id = users.id))
      )`.as('roles'),
      sql<UserRow['orgs']>`(
        select coalesce(json_agg(json_build_object('orgId', orgs.id, 'orgName', orgs.name, 'primary', belonging.is_primary,
          'duty', belonging.duty, 'post', coalesce(posts.name, '')) order by belonging.is_primary desc, orgs.name), '[]')
        from user_orgs belonging
          join orgs on orgs.company_id = belonging.company_id and orgs.id = belonging.org_id
          left join posts on posts.company_id = belonging.company_id and posts.id = belonging.post_id
        where belonging.company_id = users.company_id and belonging.user_id = users.id
      )`.as('orgs'),
    ])

/** What each of somebody’s organisations stands in, from the top down: read for one alone. */
const above = sql<Record<string, string[]>>`(
  select coalesce(json_object_agg(belonging.org_id, array(
    select above.name from orgs above where above.company_id = orgs.company_id and above.id <> orgs.id
      and above.id = any(string_to_array(trim(both '/' from orgs.path), '/')::uuid[]) order by length(above.path))), '{}')
  from user_orgs belonging join orgs on orgs.company_id = belonging.company_id and orgs.id = belonging.org_id
  where belonging.company_id = users.company_id and belonging.user_id = users.id)`.as('above')

/**
 * One page. How many rows it has is written out for the first: a plan made for any number expects a tenth of them all, looks
 * dear beside one made for these, and so the statement, which is long, would be planned at every call.
 */
const cut = (rows: ReturnType<typeof everybody>, { page, size }: ListQuery) =>
  page === 1 && usual.has(size) ? rows.limit(sql.lit(size)) : rows.limit(size).offset((page - 1) * size)

/** The page of a search alone, found and shown by one statement. Out: undefined when it finds more than is counted. */
const searchedPage = async (db: Db, actor: Actor, query: UsersQuery) => {
  const found = foundPage(actor, query)
  if (!found) return undefined
  const rows = present(db, actor).innerJoin(found.as<'found'>('found'), (join) =>
    // An array, not a join: the planner then looks the few up by their ids.
    join.on(sql<boolean>`users.id = any(found.ids)`),
  )
  const shown = withOthers(db, rows.select([...basics, 'found.total'])).select(sql<number>`users.total`.as('total'))
  const data = await inOrder(shown, 'users', order(query.sort)).execute()
  const total = data[0]?.total ?? (query.page === 1 ? 0 : (await findPage(db, found)).total)
  return foundMany(actor, query, total) ? undefined : { data, total }
}
const matchingPage = async (db: Db, actor: Actor, query: UsersQuery) => {
  const { rows, total } = await matchingUsers(db, actor, query)
  const shown = withOthers(db, cut(inOrder(rows.select(basics), 'users', order(query.sort)), query))
  const [data, counted] = await Promise.all([inOrder(shown, 'users', order(query.sort)).execute(), total()])
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
    const few = left.select(basics).orderBy('users.id').limit(size)
    return withOthers(db, few).orderBy('users.id').execute()
  },

  find: (db: Db, actor: Actor, userId: string) =>
    withOthers(db, everybody(db, actor).where('users.id', '=', userId))
      .select(above)
      .executeTakeFirst(),

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
export type FoundUser = NonNullable<Awaited<ReturnType<typeof managedUsersRepository.find>>>
export type ManagedUser = Omit<FoundUser, 'above'>
