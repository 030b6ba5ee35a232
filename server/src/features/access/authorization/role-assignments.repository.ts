import { type RawBuilder, sql } from 'kysely'
import { byName, nameHolds } from '../../../kernel/db/by-name.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { administrators, isAdminRole } from './administrators.repository.ts'
import { ownOrgRoles } from './given-rows.repository.ts'
import { organizationPath } from './organization-path.repository.ts'
import type { RoleRights } from './role-rights.ts'
import { orgDataScopes, type ScopeOrg } from './scope-orgs.ts'

type Owner = { companyId: string; userId: string }
export type RoleWithRights = RoleRights & { id: string; name: string; type: string; status: number }
type HoldingQuery = { element: string; menus: readonly string[]; limit: number }

const inForce = sql<boolean>`in_force(assignment)`
const notExpired = sql<boolean>`(assignment.expires_at is null or assignment.expires_at > now())`

/** Roles assigned to users directly, not through an organisation. */
const directAssignments = (db: Db, companyId: string) =>
  db
    .selectFrom('user_roles as assignment')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'assignment.company_id').onRef('roles.id', '=', 'assignment.role_id'),
    )
    .where('assignment.company_id', '=', companyId)

const rolesInForce = ({ companyId, userId }: Owner) =>
  sql<string[]>`array(select role_id from role_assignments assignment
    where company_id = ${companyId} and user_id = ${userId} and ${inForce})`

/** Effective rights of active roles, inherited ones included. Takes an SQL array of role ids. */
const effectiveRights = async (db: Db, companyId: string, roleIds: RawBuilder<string[]>): Promise<RoleRights> => {
  const { rows } = await sql<RoleRights>`
    with assigned as (select ${roleIds} as ids),
      line as (select distinct ancestor_id from role_ancestors(${companyId}, (select ids from assigned), false))
    select
      exists (select from roles where company_id = ${companyId} and everything and id in (select ancestor_id from line)) as everything,
      array(select distinct element from role_elements
            where company_id = ${companyId} and role_id in (select ancestor_id from line)) as elements,
      array(select distinct menu_id::text from role_menus
            where company_id = ${companyId} and role_id in (select ancestor_id from line)) as menus,
      (select coalesce(jsonb_agg(jsonb_build_object('dataScope', case when rules = '[]' then data_scope else 'self' end,
                                             'dataOrgIds', data_org_ids)), '[]') from roles
       where company_id = ${companyId} and id = any((select ids from assigned)::uuid[]) and status = 1) as "rowScopes"
  `.execute(db)
  return rows[0] ?? { everything: false, elements: [], menus: [], rowScopes: [] }
}

/** Role assignments, direct and through organisations, with their validity. */
export const roleAssignmentsRepository = {
  /** Roles in the given order, with all rights they grant, inactive ancestors included. */
  roles: async (db: Db, companyId: string, ids: readonly string[]): Promise<RoleWithRights[]> => {
    const named = db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids})`)
      .select(['id', 'name', 'type', 'status', 'data_scope', 'data_org_ids'])
    const { rows } = await sql<RoleWithRights>`
      with named as (${named}),
        line as (select * from role_ancestors(${companyId}, array(select id from named), true)),
        held as (
          select line.role_id, array_agg(distinct element) as elements
          from line join role_elements given on given.company_id = ${companyId} and given.role_id = line.ancestor_id group by 1),
        seen as (
          select line.role_id, array_agg(distinct menu_id::text) as menus
          from line join role_menus given on given.company_id = ${companyId} and given.role_id = line.ancestor_id group by 1),
        open as (
          select line.role_id from line
          join roles giver on giver.company_id = ${companyId} and giver.id = line.ancestor_id and giver.everything)
      select id, name, type, status,
        exists (select from open where open.role_id = named.id) as everything,
        coalesce(elements, '{}') as elements, coalesce(menus, '{}') as menus,
        jsonb_build_array(jsonb_build_object('dataScope', data_scope, 'dataOrgIds', data_org_ids)) as "rowScopes"
      from named left join held on held.role_id = id left join seen on seen.role_id = id
      order by array_position(${ids}::uuid[], id)
    `.execute(db)
    return rows
  },

  /** The first assignable roles whose name matches, with their rights, and the role with this id. */
  findRoles: async (
    db: Db,
    companyId: string,
    { search, id, limit }: { search: string; id: string; limit: number },
  ) => {
    const found = await db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('type', '<>', 'template')
      .where((eb) => eb.or([nameHolds('name', search), eb(sql`id::text`, '=', id)]))
      .orderBy(sql`id::text = ${id}`, 'desc')
      .orderBy(byName('name'))
      .limit(limit)
      .select('id')
      .execute()
    return roleAssignmentsRepository.roles(
      db,
      companyId,
      found.map((role) => role.id),
    )
  },

  /**
   * Active roles that hold an element and all of these menus, inherited ones included: fewest elements first, at most
   * `limit` of them, and their total.
   */
  rolesHolding: async (db: Db, companyId: string, { element, menus, limit }: HoldingQuery) => {
    const { rows } = await sql<{ id: string; total: number }>`
      with giver as (
          select role_id as id from role_elements where company_id = ${companyId} and element = ${element}
          union select id from roles where company_id = ${companyId} and everything),
        holder as (select id from giver union select descendant_id from giver, role_descendants(${companyId}, giver.id)),
        assigned as (
          select id, name, everything from roles
          where company_id = ${companyId} and id in (select id from holder) and type <> 'template' and status = 1
            and not exists (select from unnest(${menus}::uuid[]) as wanted (id) where not exists (
              select from role_ancestors(${companyId}, array[roles.id], true) as line
              join roles as giver on giver.company_id = ${companyId} and giver.id = line.ancestor_id
              where giver.everything or exists (select from role_menus
                where company_id = ${companyId} and role_id = giver.id and menu_id = wanted.id))))
      select id, count(*) over ()::int as total
      from assigned
      order by everything, (
        select count(distinct held.element) from role_ancestors(${companyId}, array[assigned.id], true) as line
        join role_elements held on held.company_id = ${companyId} and held.role_id = line.ancestor_id), name, id
      limit ${limit}`.execute(db)
    const ids = rows.map(({ id }) => id)
    return { roles: await roleAssignmentsRepository.roles(db, companyId, ids), total: rows[0]?.total ?? 0 }
  },

  /** Locks roles against changes until the transaction ends, so that what was checked is what is granted. */
  lockRoles: (db: Db, companyId: string, ids: readonly string[]) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .select('id')
      .orderBy('id')
      .forKeyShare()
      .execute(),

  /** The roles assigned to a user directly, including those not started or expired. */
  of: (db: Db, { companyId, userId }: Owner) => roleAssignmentsRepository.selectDirect(db, companyId, [userId]),
  /** The same for several users. */
  selectDirect: (db: Db, companyId: string, userIds: readonly string[]) =>
    directAssignments(db, companyId)
      .leftJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'assignment.company_id').onRef('orgs.id', '=', 'assignment.scope_org_id'),
      )
      .where(sql<boolean>`assignment.user_id = any(${userIds}::uuid[])`)
      .orderBy(byName('roles.name'))
      .orderBy('roles.id')
      .select([
        'assignment.user_id as userId',
        'roles.id as roleId',
        'roles.name',
        'assignment.start_at as startTime',
        'assignment.expires_at as expireTime',
        'assignment.reason',
        'orgs.id as orgId',
        sql<string | null>`case when orgs.id is not null then ${organizationPath} end`.as('orgName'),
        sql<Person | null>`assignment.granted_by`.as('grantBy'),
        'assignment.granted_at as grantTime',
        inForce.as('inForce'),
      ])
      .execute(),

  /**
   * Organisations whose users these users see by their current and future roles: the one a role is assigned for, or all
   * they belong to.
   */
  shownOrgs: async (db: Db, companyId: string, userIds: readonly string[]) => {
    const isOne = sql<boolean>`user_id = any(${userIds}::uuid[])`
    const { rows } = await sql<ScopeOrg & { userId: string }>`
      with shown (user_id, role_id, org_id) as (
        select user_id, role_id, scope_org_id from user_roles assignment
        where company_id = ${companyId} and scope_org_id is not null and ${isOne} and ${notExpired}
        union select user_id, role_id, user_orgs.org_id from (${ownOrgRoles(companyId, isOne)}) as own (user_id, role_id)
          join user_orgs using (user_id) where user_orgs.company_id = ${companyId})
      select shown.user_id as "userId", orgs.id, orgs.path, roles.data_scope = 'orgSub' as below from shown
        join roles on roles.company_id = ${companyId} and roles.id = shown.role_id
        join orgs on orgs.company_id = ${companyId} and orgs.id = shown.org_id
      where roles.data_scope = any(${orgDataScopes})`.execute(db)
    return rows
  },

  /** The users' roles, current and future, direct or through organisations; expired assignments do not count. */
  ofUsers: (db: Db, companyId: string, userIds: readonly string[]) =>
    db
      .selectFrom('role_assignments as assignment')
      .innerJoin('roles', (join) =>
        join.onRef('roles.company_id', '=', 'assignment.company_id').onRef('roles.id', '=', 'assignment.role_id'),
      )
      .where('assignment.company_id', '=', companyId)
      .where(sql<boolean>`assignment.user_id = any(${userIds})`)
      .where(notExpired)
      .orderBy(byName('roles.name'))
      .orderBy('roles.id')
      .select([sql<string>`assignment.user_id`.as('userId'), 'roles.id as roleId', 'roles.name', inForce.as('inForce')])
      .execute(),

  /** The user's current roles, each with its ancestors, nearest first, and the elements of each. */
  grantingRoles: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom(
        sql<{ role_id: string; ancestor_id: string; depth: number }>`role_ancestors(${companyId},
          ${rolesInForce({ companyId, userId })}, false)`.as('line'),
      )
      .innerJoin('roles as assigned', 'assigned.id', 'line.role_id')
      .innerJoin('roles as giver', 'giver.id', 'line.ancestor_id')
      .leftJoin('role_assignments as way', (join) =>
        join
          .on('way.company_id', '=', companyId)
          .on('way.user_id', '=', userId)
          .onRef('way.role_id', '=', 'line.role_id'),
      )
      .leftJoin('orgs', (join) => join.on('orgs.company_id', '=', companyId).onRef('orgs.id', '=', 'way.org_id'))
      .leftJoin('orgs as anchor', (join) =>
        join.on('anchor.company_id', '=', companyId).onRef('anchor.id', '=', 'way.scope_org_id'),
      )
      .where('assigned.company_id', '=', companyId)
      .where('giver.company_id', '=', companyId)
      .orderBy(byName('assigned.name'))
      .orderBy('assigned.id')
      .orderBy('line.depth')
      .select(['assigned.id', 'assigned.name', 'giver.id as giverId', 'giver.name as giverName', 'giver.everything'])
      .select(['orgs.id as orgId', 'orgs.name as orgName', 'anchor.id as anchorId', 'anchor.name as anchorName'])
      .select(
        sql<string[]>`array(select element from role_elements held
          where held.company_id = giver.company_id and held.role_id = giver.id)`.as('elements'),
      )
      .select(
        sql<string[]>`array(select menu_id::text from role_menus held
          where held.company_id = giver.company_id and held.role_id = giver.id)`.as('menus'),
      )
      .execute(),

  /** The roles a user holds through organisations. */
  byOrganization: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('role_assignments as assignment')
      .innerJoin('roles', (join) =>
        join.on('roles.company_id', '=', companyId).onRef('roles.id', '=', 'assignment.role_id'),
      )
      .innerJoin('orgs', (join) =>
        join.on('orgs.company_id', '=', companyId).onRef('orgs.id', '=', 'assignment.org_id'),
      )
      .where('assignment.company_id', '=', companyId)
      .where('assignment.user_id', '=', userId)
      .orderBy(byName('roles.name'))
      .select(['roles.id', 'roles.name', 'orgs.id as orgId', organizationPath.as('orgName')])
      .execute(),

  /** A user's current effective rights, the upper limit of what they can grant. */
  readCeiling: (db: Db, { companyId, userId }: Owner): Promise<RoleRights> =>
    effectiveRights(db, companyId, rolesInForce({ companyId, userId })),

  /** Current and future roles of users, direct or through organisations; expired assignments do not count. */
  heldBy: async (db: Db, companyId: string, userIds: readonly string[]) => {
    const { rows } = await sql<{ userId: string; roleId: string }>`
      select distinct assignment.user_id as "userId", assignment.role_id as "roleId" from role_assignments assignment
      where assignment.company_id = ${companyId} and assignment.user_id = any(${userIds}::uuid[]) and ${notExpired}`.execute(
      db,
    )
    return rows
  },

  /** Roles that the user's own roles allow them to assign; undefined without a limit. */
  assignableBy: async (db: Db, { companyId, userId }: Owner): Promise<ReadonlySet<string> | undefined> => {
    const limits = await db
      .selectFrom('role_assignable')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`role_id = any(${rolesInForce({ companyId, userId })})`)
      .select('assignable_id')
      .execute()
    return limits.length === 0 ? undefined : new Set(limits.map(({ assignable_id }) => assignable_id))
  },

  /** Serialises changes of administrators, so that the last two cannot be removed at once. */
  lockAdminRoles: (db: Db, companyId: string) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where(isAdminRole)
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  /**
   * Current administrators. `lasting`: neither account nor assignment expires, and the account has no principal in
   * another company that could remove it.
   */
  companyAdmins: (db: Db, companyId: string) =>
    administrators(db, companyId)
      .select([
        'users.id',
        'users.account',
        sql<boolean>`users.expire_at is null and assignment.expires_at is null and users.principal_id is null`.as(
          'lasting',
        ),
      ])
      .execute(),
}
