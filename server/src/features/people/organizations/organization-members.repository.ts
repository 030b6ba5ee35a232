import type {
  OrganizationMember,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type { Membership } from '@atrium/contract/features/people/users/assignments.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, sql } from 'kysely'
import { sortColumn } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { ancestorNames } from '../../access/authorization/index.ts'
import { andVisibleUser } from '../../access/row-scopes/index.ts'
import { presentUsers } from '../users/index.ts'

export type MembersQuery = InputOf<typeof organizationsContract.members>['query']
/** A user's membership in an organisation. */
export type MemberRow = Membership & { userId: string; orgId: string }
type MembershipColumns = Pick<OrganizationMember, 'organization' | 'duty' | 'primary' | 'post'>
const sortColumns = { account: 'users.account', name: 'users.name' } as const

/** Condition on `orgs`: the organisation, or also its descendants. */
const isRequested = (companyId: string, id: string, { below }: MembersQuery) => {
  if (below !== '1') return sql`orgs.company_id = ${companyId} and orgs.id = ${id}`
  const path = sql`(select above.path from orgs above where above.company_id = ${companyId} and above.id = ${id})`
  return sql`orgs.company_id = ${companyId} and is_within(orgs.path, ${path})`
}

/** The membership shown for a user: the primary one, else the one highest in the tree. */
const selectMembership = (companyId: string, id: string, query: MembersQuery) => sql<MembershipColumns>`(
  select json_build_object('id', orgs.id, 'name', orgs.name, 'above', ${ancestorNames}) as organization, own.duty, own.is_primary as "primary",
    case when posts.id is not null then json_build_object('id', posts.id, 'name', posts.name) end as post
  from user_orgs own
    join orgs on orgs.company_id = own.company_id and orgs.id = own.org_id
    left join posts on posts.company_id = own.company_id and posts.id = own.post_id
  where own.company_id = users.company_id and own.user_id = users.id and ${isRequested(companyId, id, query)}
  order by own.is_primary desc, length(orgs.path), orgs.sort, orgs.id limit 1)`

/** Makes the oldest membership primary if none is. */
const setMissingPrimary = (db: Db, companyId: string, people: RawBuilder<unknown>) =>
  sql`update user_orgs set is_primary = true from (
        select distinct on (user_id) user_id, org_id, is_primary from user_orgs
        where company_id = ${companyId} and user_id in (${people})
        order by user_id, is_primary desc, since, org_id) as first
      where user_orgs.company_id = ${companyId} and user_orgs.user_id = first.user_id
        and user_orgs.org_id = first.org_id and not first.is_primary`.execute(db)

export const organizationMembersRepository = {
  /** Members in the caller's row scope. */
  list(db: Db, actor: Actor, id: string, query: MembersQuery) {
    const { companyId } = actor
    let found = presentUsers(db, actor).where(
      sql<boolean>`users.id in (select user_orgs.user_id from user_orgs
        where user_orgs.company_id = ${companyId}
          and user_orgs.org_id in (select orgs.id from orgs where ${isRequested(companyId, id, query)}))`,
    )
    if (query.search)
      found = found.where(sql<boolean>`users.id = any(array(select id from find_users(${query.search}, ${maxDepth})))`)
    let page = found
      .innerJoinLateral(selectMembership(companyId, id, query).as('membership'), (join) => join.onTrue())
      .select(['users.id', 'users.account', 'users.name', sql<number>`status_of(users)`.as('status')])
      .selectAll('membership')
    for (const { column, direction } of parseSort(query.sort || 'account', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('users.id').$castTo<OrganizationMember>(), found)
  },

  /** Those users that are visible to the caller, locked until the transaction ends, always in the same order. */
  hold: (db: Db, actor: Actor, ids: readonly string[]) =>
    presentUsers(db, actor)
      .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
      .select(['users.id', 'users.name', 'users.account'])
      .orderBy('users.id')
      .forNoKeyUpdate()
      .execute(),

  /** A user's membership in an organisation, with the name of the post. */
  find: (db: Db, companyId: string, orgId: string, userId: string) =>
    db
      .selectFrom('user_orgs')
      .leftJoin('posts', (join) =>
        join.onRef('posts.company_id', '=', 'user_orgs.company_id').onRef('posts.id', '=', 'user_orgs.post_id'),
      )
      .where('user_orgs.company_id', '=', companyId)
      .where('user_orgs.org_id', '=', orgId)
      .where('user_orgs.user_id', '=', userId)
      .select(['user_orgs.duty', 'user_orgs.is_primary as primary', sql<string>`coalesce(posts.name, '')`.as('post')])
      .executeTakeFirst(),

  /** Memberships of users. */
  ofUsers: (db: Db, companyId: string, userIds: readonly string[]) =>
    db
      .selectFrom('user_orgs')
      .innerJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'user_orgs.company_id').onRef('orgs.id', '=', 'user_orgs.org_id'),
      )
      .leftJoin('posts', (join) =>
        join.onRef('posts.company_id', '=', 'user_orgs.company_id').onRef('posts.id', '=', 'user_orgs.post_id'),
      )
      .where('user_orgs.company_id', '=', companyId)
      .where(sql<boolean>`user_orgs.user_id = any(${userIds}::uuid[])`)
      .select(['user_orgs.user_id as userId', 'orgs.id as orgId', 'orgs.name'])
      .select(['user_orgs.is_primary as primary', 'user_orgs.post_id as postId'])
      .select([sql<Membership['duty']>`user_orgs.duty`.as('duty'), sql<string>`coalesce(posts.name, '')`.as('post')])
      .execute(),

  /** Existing memberships stay as they are; a first membership becomes primary. */
  add: (db: Db, companyId: string, orgId: string, userIds: readonly string[]) =>
    sql`insert into user_orgs (company_id, user_id, org_id, is_primary)
        select ${companyId}, joining.id, ${orgId}, not exists (
          select from user_orgs own where own.company_id = ${companyId} and own.user_id = joining.id and own.is_primary)
        from unnest(${userIds}::uuid[]) as joining (id)
        on conflict on constraint user_orgs__pk do nothing`.execute(db),
  remove: (db: Db, companyId: string, orgId: string, userIds: readonly string[]) =>
    sql`delete from user_orgs where company_id = ${companyId} and org_id = ${orgId}
        and user_id = any(${userIds}::uuid[])`.execute(db),
  /** Leaders of `from` in the caller's row scope who become leaders of `into` by a merge. */
  newLeaders: async (db: Db, actor: Actor, from: string, into: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select users.name from user_orgs here
        join users on users.company_id = here.company_id and users.id = here.user_id and users.deleted_at is null
      where here.company_id = ${actor.companyId} and here.org_id = ${from} and here.duty = 'leader' ${andVisibleUser(actor, 'users.id')}
        and not exists (select from user_orgs there where there.company_id = here.company_id
          and there.user_id = here.user_id and there.org_id = ${into})
      order by users.name collate by_name`.execute(db)
    return rows.map(({ name }) => name)
  },
  /** Copies memberships to another organisation; existing ones there stay as they are. */
  copyAll: (db: Db, companyId: string, from: string, into: string) =>
    sql`insert into user_orgs (company_id, user_id, org_id, duty, post_id, since)
        select company_id, user_id, ${into}, duty, post_id, since from user_orgs
        where company_id = ${companyId} and org_id = ${from}
        on conflict on constraint user_orgs__pk do nothing`.execute(db),
  /** Moves memberships to another organisation. */
  move: async (db: Db, companyId: string, from: string, into: string, userIds: readonly string[]) => {
    await sql`insert into user_orgs (company_id, user_id, org_id, duty, post_id, since)
        select company_id, user_id, ${into}, duty, post_id, since from user_orgs
        where company_id = ${companyId} and org_id = ${from} and user_id = any(${userIds}::uuid[])
        on conflict on constraint user_orgs__pk do nothing`.execute(db)
    await sql`delete from user_orgs where company_id = ${companyId} and org_id = ${from}
        and user_id = any(${userIds}::uuid[])`.execute(db)
  },
  ensurePrimary: (db: Db, companyId: string, userIds: readonly string[]) =>
    setMissingPrimary(db, companyId, sql`select unnest(${userIds}::uuid[])`),
  /** The same for all members of an organisation. */
  ensurePrimaryOfMembers: (db: Db, companyId: string, orgId: string) =>
    setMissingPrimary(
      db,
      companyId,
      sql`select user_id from user_orgs where company_id = ${companyId} and org_id = ${orgId}`,
    ),

  update: async (db: Db, companyId: string, orgId: string, userId: string, { duty, primary, postId }: Membership) => {
    if (primary)
      await sql`update user_orgs set is_primary = false
          where company_id = ${companyId} and user_id = ${userId} and org_id <> ${orgId} and is_primary`.execute(db)
    await sql`update user_orgs set duty = ${duty}, post_id = ${postId}::uuid, is_primary = is_primary or ${primary}
        where company_id = ${companyId} and user_id = ${userId} and org_id = ${orgId}`.execute(db)
  },

  /** Ends memberships, then changes others and adds those that are new, with one primary organisation a user. */
  async replace(
    db: Db,
    companyId: string,
    left: readonly Pick<MemberRow, 'userId' | 'orgId'>[],
    wanted: readonly MemberRow[],
  ) {
    if (left.length > 0)
      await sql`delete from user_orgs
        using json_to_recordset(${JSON.stringify(left)}::json) as gone ("userId" uuid, "orgId" uuid)
        where company_id = ${companyId}::uuid and user_id = gone."userId" and org_id = gone."orgId"`.execute(db)
    if (wanted.length === 0) return
    const all = <K extends keyof MemberRow>(name: K) => wanted.map((each) => each[name])
    const rows = sql`unnest(${all('userId')}::uuid[], ${all('orgId')}::uuid[], ${all('duty')}::text[],
      ${all('postId')}::uuid[], ${all('primary')}::boolean[]) as wanted ("userId", "orgId", duty, "postId", "primary")`
    // The former primary one first: there is one at any time.
    await sql`update user_orgs set is_primary = false from ${rows}
      where company_id = ${companyId}::uuid and user_id = wanted."userId" and wanted."primary"
        and org_id <> wanted."orgId" and is_primary`.execute(db)
    await sql`insert into user_orgs (company_id, user_id, org_id, duty, post_id, is_primary)
      select ${companyId}::uuid, "userId", "orgId", duty, "postId", "primary" from ${rows}
      on conflict on constraint user_orgs__pk do update set duty = excluded.duty, post_id = excluded.post_id,
        is_primary = user_orgs.is_primary or excluded.is_primary`.execute(db)
  },

  /** Counts the members of these organisations and their descendants. */
  countWithin: async (db: Db, companyId: string, paths: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ people: number }>`
      select count(distinct user_orgs.user_id)::int as people
      from unnest(${paths}::text[]) as above (path)
        join orgs on orgs.company_id = ${companyId} and is_within(orgs.path, above.path)
        join user_orgs on user_orgs.company_id = ${companyId} and user_orgs.org_id = orgs.id`.execute(db)
    return rows[0]?.people ?? 0
  },
}
