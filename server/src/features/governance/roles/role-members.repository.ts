import type {
  MemberRow,
  roleMembersContract,
} from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { sortColumn } from '../../../kernel/db/by-name.ts'
import { cappedTotal } from '../../../kernel/db/capped-total.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { parseSort } from '../../../kernel/db/fetch-page.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { presentUsers } from '../../people/users/index.ts'

export type MembersQuery = InputOf<typeof roleMembersContract.members>['query']
/**
 * Roles with up to this many assignees are looked up by user id; larger ones are matched while reading users in order.
 */
const maxLookups = 1000

type NearestAssignment = {
  via: string
  viaRole: string
  viaOrg: string
  anchor: MemberRow['anchor']
  startTime: string | null
  expireTime: string | null
  inForce: boolean
}
const sorted = { account: 'users.account', name: 'users.name', expireTime: sql.ref('assignment.expireTime') } as const

/** The role and, with `effective`, its descendants, nearest first. */
const findRoleIds = async (
  db: Db,
  companyId: string,
  roleId: string,
  { effective }: MembersQuery,
): Promise<string[]> => {
  if (effective !== '1') return [roleId]
  const { rows } = await sql<{ id: string }>`
    select heirs.descendant_id as id from role_descendants(${companyId}, ${roleId}) heirs
    join roles on roles.company_id = ${companyId} and roles.id = heirs.descendant_id
    order by heirs.depth, roles.name collate by_name`.execute(db)
  return [roleId, ...rows.map(({ id }) => id)]
}
/** A single role can be read in index order, up to the limit. */
const isOneOf = (roleIds: readonly string[]) =>
  roleIds.length === 1 ? sql`role_id = ${roleIds[0]}` : sql`role_id = any(${roleIds}::uuid[])`
const selectAssignments = (db: Db, companyId: string, roleIds: readonly string[]) =>
  db
    .selectFrom('role_assignments')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${isOneOf(roleIds)}`)

/** The assignment through the nearest of these roles. */
const nearestAssignment = (roleIds: readonly string[]) => sql<NearestAssignment>`(
  select case when line.at > 1 then 'inherited' when assignment.org_id is not null then 'org' else 'direct' end as via,
    roles.name as "viaRole", coalesce(orgs.name, '') as "viaOrg",
    case when anchor.id is not null then json_build_object('id', anchor.id, 'name', anchor.name) end as anchor,
    assignment.start_at as "startTime", assignment.expires_at as "expireTime", in_force(assignment) as "inForce"
  from unnest(${roleIds}::uuid[]) with ordinality as line (id, at)
    join role_assignments assignment on assignment.company_id = users.company_id and assignment.role_id = line.id and assignment.user_id = users.id
    join roles on roles.company_id = users.company_id and roles.id = line.id
    left join orgs on orgs.company_id = users.company_id and orgs.id = assignment.org_id
    left join orgs anchor on anchor.company_id = users.company_id and anchor.id = assignment.scope_org_id
  order by line.at limit 1)`

/** All assignees of these roles, deleted users excluded. */
const countAllMembers = async (db: Db, companyId: string, roleIds: readonly string[]) => {
  const assignments = selectAssignments(db, companyId, roleIds)
  // Assignees of a single role are distinct already; grouping would read all of them.
  const counted = await cappedTotal(db, roleIds.length === 1 ? assignments : assignments.groupBy('user_id'), companyId)
  if (counted.more) return counted
  const { rows } = await sql<{ binned: number }>`
    select count(*) as binned from users, lateral (
      select from role_assignments where company_id = ${companyId} and user_id = users.id and ${isOneOf(roleIds)} limit 1) as assignment
    where company_id = ${companyId} and deleted_at is not null`.execute(db)
  return { total: counted.total - (rows[0]?.binned ?? 0) }
}

export const roleMembersRepository = {
  /** Members in the caller's row scope. */
  async list(db: Db, actor: Actor, roleId: string, query: MembersQuery) {
    const { companyId } = actor
    const roleIds = await findRoleIds(db, companyId, roleId, query)
    const assigneeIds = selectAssignments(db, companyId, roleIds).select('user_id')
    const { rows } = await sql<{ ids: string[] }>`select array(${assigneeIds.limit(maxLookups + 1)}) as ids`.execute(db)
    const ids = rows[0]?.ids ?? []
    const isFew = ids.length <= maxLookups
    let found = presentUsers(db, actor)
    if (isFew) found = found.where(sql<boolean>`users.id = any(${ids}::uuid[])`)
    if (query.search)
      found = found.where(sql<boolean>`users.id = any(array(select id from find_users(${query.search}, ${maxDepth})))`)
    // With many assignees, the page filters users while reading them in order.
    let page = found
      .innerJoinLateral(nearestAssignment(roleIds).as('assignment'), (join) => join.onTrue())
      .select(['users.id', 'users.account', 'users.name', sql<number>`status_of(users)`.as('status')])
      .selectAll('assignment')
    for (const { column, direction } of parseSort(query.sort || 'account', sorted))
      page = page.orderBy(sortColumn(column), direction)
    const isUnfiltered = !isFew && !query.search && actor.rows === 'all'
    const [data, total] = await Promise.all([
      page
        .orderBy('users.id')
        .limit(query.size)
        .offset((query.page - 1) * query.size)
        .$castTo<MemberRow>()
        .execute(),
      isUnfiltered
        ? countAllMembers(db, companyId, roleIds)
        : cappedTotal(db, isFew ? found : found.where(sql<boolean>`users.id in (${assigneeIds})`), companyId),
    ])
    return { data, ...total }
  },

  /**
   * Locks users in id order.
   * @returns those in the caller's row scope
   */
  lockUsers: (db: Db, actor: Actor, ids: readonly string[]) =>
    presentUsers(db, actor)
      .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
      .select(['users.id', 'users.name', 'users.account'])
      .orderBy('users.id')
      .forNoKeyUpdate()
      .execute(),

  /** Assigns a role without an end; existing assignments stay as they are. */
  assign: (db: Db, companyId: string, roleId: string, userIds: readonly string[], by: Person) =>
    sql`insert into user_roles (company_id, user_id, role_id, granted_by)
        select ${companyId}, unnest(${userIds}::uuid[]), ${roleId}, ${JSON.stringify(by)}::jsonb
        on conflict on constraint user_roles__pk do update
          set scope_org_id = null, start_at = null, expires_at = null, reason = '', granted_by = excluded.granted_by, granted_at = now()
          where user_roles.expires_at <= now()`.execute(db),
  revoke: (db: Db, companyId: string, roleId: string, userIds: readonly string[]) =>
    sql`delete from user_roles where company_id = ${companyId} and role_id = ${roleId} and user_id = any(${userIds}::uuid[])`.execute(
      db,
    ),
  /** Bumps the version, so that open forms of these users are stale. */
  touch: (db: Db, companyId: string, userIds: readonly string[], by: Person) =>
    db
      .updateTable('users')
      .set(updateStamps(by))
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${userIds}::uuid[])`)
      .execute(),
}
