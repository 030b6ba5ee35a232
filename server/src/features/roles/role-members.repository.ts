import type { MemberRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { cappedTotal } from '../../kernel/db/capped-total.ts'
import { type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { orderOf } from '../../kernel/db/page-of.ts'
import type { Actor } from '../../kernel/scope.ts'
import { presentUsers } from '../users/index.ts'

export type MembersQuery = InputOf<typeof rolesContract.members>['query']
/** Up to so many wearers are looked up one by one; more are met soon enough by whoever reads people in their order. */
const few = 1000

type Worn = {
  via: string
  viaRole: string
  viaOrg: string
  anchor: MemberRow['anchor']
  startTime: string | null
  expireTime: string | null
  inForce: boolean
}
const sorted = { account: 'users.account', name: 'users.name', expireTime: sql.ref('worn.expireTime') } as const

/** The role, and with `effective` those that inherit from it, nearest first. */
const lineOf = async (db: Db, companyId: string, roleId: string, { effective }: MembersQuery): Promise<string[]> => {
  if (effective !== '1') return [roleId]
  const { rows } = await sql<{ id: string }>`
    select heirs.heir_id as id from role_heirs(${companyId}, ${roleId}) heirs
    join roles on roles.company_id = ${companyId} and roles.id = heirs.heir_id
    order by heirs.depth, roles.name`.execute(db)
  return [roleId, ...rows.map(({ id }) => id)]
}
/** Of one role they are read in the index's order, and no further than is asked for. */
const isOf = (line: readonly string[]) =>
  line.length === 1 ? sql`role_id = ${line[0]}` : sql`role_id = any(${line}::uuid[])`
const wornBy = (db: Db, companyId: string, line: readonly string[]) =>
  db
    .selectFrom('worn_roles')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${isOf(line)}`)

/** How somebody wears one of these roles: by the one that stands nearest. */
const wornAs = (line: readonly string[]) => sql<Worn>`(
  select case when line.at > 1 then 'inherited' when worn.org_id is not null then 'org' else 'direct' end as via,
    roles.name as "viaRole", coalesce(orgs.name, '') as "viaOrg",
    case when anchor.id is not null then json_build_object('id', anchor.id, 'name', anchor.name) end as anchor,
    worn.start_at as "startTime", worn.expires_at as "expireTime", in_force(worn) as "inForce"
  from unnest(${line}::uuid[]) with ordinality as line (id, at)
    join worn_roles worn on worn.company_id = users.company_id and worn.role_id = line.id and worn.user_id = users.id
    join roles on roles.company_id = users.company_id and roles.id = line.id
    left join orgs on orgs.company_id = users.company_id and orgs.id = worn.org_id
    left join orgs anchor on anchor.company_id = users.company_id and anchor.id = worn.anchor_id
  order by line.at limit 1)`

/** All who wear these roles, without those in the recycle bin. */
const countAll = async (db: Db, companyId: string, line: readonly string[]) => {
  const worn = wornBy(db, companyId, line)
  // Of one role everybody is told apart already; to tell them apart again would mean reading them all.
  const counted = await cappedTotal(db, line.length === 1 ? worn : worn.groupBy('user_id'), companyId)
  if (counted.more) return counted
  const { rows } = await sql<{ binned: number }>`
    select count(*) as binned from users, lateral (
      select from worn_roles where company_id = ${companyId} and user_id = users.id and ${isOf(line)} limit 1) as worn
    where company_id = ${companyId} and deleted_at is not null`.execute(db)
  return { total: counted.total - (rows[0]?.binned ?? 0) }
}

export const roleMembersRepository = {
  /** Of those the caller sees. */
  async list(db: Db, actor: Actor, roleId: string, query: MembersQuery) {
    const { companyId } = actor
    const line = await lineOf(db, companyId, roleId, query)
    const wearers = wornBy(db, companyId, line).select('user_id')
    const { rows } = await sql<{ ids: string[] }>`select array(${wearers.limit(few + 1)}) as ids`.execute(db)
    const ids = rows[0]?.ids ?? []
    const isFew = ids.length <= few
    let found = presentUsers(db, actor)
    if (isFew) found = found.where(sql<boolean>`users.id = any(${ids}::uuid[])`)
    if (query.search)
      found = found.where(sql<boolean>`users.id = any(array(select id from find_users(${query.search}, ${maxDepth})))`)
    // Of many, the page meets who wears one of these roles as it goes through people in their order.
    let page = found
      .innerJoinLateral(wornAs(line).as('worn'), (join) => join.onTrue())
      .select(['users.id', 'users.account', 'users.name', sql<number>`standing_of(users)`.as('status')])
      .selectAll('worn')
    for (const { column, direction } of orderOf(query.sort || 'account', sorted)) page = page.orderBy(column, direction)
    const isWhole = !isFew && !query.search && actor.rows === 'all'
    const [data, total] = await Promise.all([
      page
        .orderBy('users.id')
        .limit(query.size)
        .offset((query.page - 1) * query.size)
        .$castTo<MemberRow>()
        .execute(),
      isWhole
        ? countAll(db, companyId, line)
        : cappedTotal(db, isFew ? found : found.where(sql<boolean>`users.id in (${wearers})`), companyId),
    ])
    return { data, ...total }
  },

  /** Holds people until the transaction ends, always in the same order. Out: those whom the caller sees. */
  hold: (db: Db, actor: Actor, ids: readonly string[]) =>
    presentUsers(db, actor)
      .where('users.id', 'in', ids)
      .select(['users.id', 'users.name', 'users.account'])
      .orderBy('users.id')
      .forNoKeyUpdate()
      .execute(),

  /** Gives a role to people for good; whoever wears it already keeps it as it was given. */
  give: (db: Db, companyId: string, roleId: string, userIds: readonly string[], by: Person) =>
    sql`insert into user_roles (company_id, user_id, role_id, granted_by)
        select ${companyId}, unnest(${userIds}::uuid[]), ${roleId}, ${JSON.stringify(by)}::jsonb
        on conflict on constraint user_roles__pk do update
          set anchor_id = null, start_at = null, expires_at = null, reason = '', granted_by = excluded.granted_by, granted_at = now()
          where user_roles.expires_at <= now()`.execute(db),
  take: (db: Db, companyId: string, roleId: string, userIds: readonly string[]) =>
    sql`delete from user_roles where company_id = ${companyId} and role_id = ${roleId} and user_id = any(${userIds}::uuid[])`.execute(
      db,
    ),
  /** What somebody has open of these people is older now. */
  touch: (db: Db, companyId: string, userIds: readonly string[], by: Person) =>
    db.updateTable('users').set(stamps(by)).where('company_id', '=', companyId).where('id', 'in', userIds).execute(),
}
