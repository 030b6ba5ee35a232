import type { FieldRestriction } from '@atrium/contract/kernel/restrictions.ts'
import { type RawBuilder, sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import { compileOnce } from '../../../kernel/db/compile-once.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { MenuRow } from './menu-tree.ts'
import { isOfModules } from './plan-ceiling.repository.ts'
import { currentRoleIds, rolesInForce } from './roles-in-force.repository.ts'

type Assignee = { companyId: string; userId: string }
/** `custom`: entities with custom fields, and what changes with these. */
type Grants = { elements: string[]; menus: MenuRow[]; homes: string[]; custom: Record<string, string> }
type Restricted = { restrictions: FieldRestriction[] }
type Builtin = { companyId: string; code: string; name: string; everything?: boolean }
type Rights = { elements: readonly string[]; menus: readonly string[] }

/** The user's roles in force and all their ancestors. */
const grantingRoles = (companyId: string, userId: string) =>
  sql<{ ancestor_id: string }>`role_ancestors(${companyId}, array(
    select role_id from roles_in_force where company_id = ${companyId} and user_id = ${userId}), false)`
/**
 * Custom fields that roles of the company are needed for, which a user without one of them does not see or change (decision
 * 147). Takes the roles in force with their ancestors, as `ancestor_id`.
 */
const limitedFields = (companyId: string, line: RawBuilder<unknown>) => sql<FieldRestriction[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('resource', 'custom.' || custom_fields.entity, 'name', custom_fields.key,
    'effect', limits.effect)), '[]')
  from custom_field_limits limits join custom_fields on custom_fields.id = limits.field_id
  where limits.company_id = ${companyId} and custom_fields.removed_at is null
    and not exists (select from ${line} held where held.ancestor_id = any(limits.role_ids)))`
/** Seconds until the next of the user's role assignments starts or expires. */
const secondsToNextChange = (companyId: string, userId: string) => sql<number | null>`(
  select extract(epoch from min(turn.at) - now())::float8
  from user_roles own, lateral (values (own.start_at), (own.expires_at)) as turn (at)
  where own.company_id = ${companyId} and own.user_id = ${userId} and turn.at > now())`

/**
 * Changes whenever the result of `grants` can change: lists the roles in force and the versions of the company, its plan
 * and the registry. Equal stamps mean equal grants. For queries that join `registry_epoch`, and these by their aliases:
 * the company of the user, the company whose plan limits them, its tenant and its plan.
 */
export const grantsStamp = (
  [home, host, tenant, plan]: readonly [string, string, string, string],
  ...assignee: Parameters<typeof currentRoleIds>
) => {
  const column = (table: string, name: string) => sql.ref(`${table}.${name}`)
  return sql<string>`concat_ws(' ', ${column(home, 'id')}, ${column(home, 'epoch')}, ${column(host, 'id')},
    ${column(tenant, 'version')}, ${column(plan, 'id')}, ${column(plan, 'version')}, registry_epoch.epoch,
    array(${currentRoleIds(...assignee)}))`
}
const findGrantsStamp = compileOnce(
  ['companyId', 'userId', 'planCompanyId'],
  (_, { companyId, userId, planCompanyId }) => sql<{ stamp: string }>`
    select ${grantsStamp(['home', 'host', 'tenants', 'plans'], companyId, userId)} as stamp
    from companies home join companies host on host.id = ${planCompanyId}
      left join tenants on tenants.company_id = host.top_id left join plans on plans.id = tenants.plan_id,
      registry_epoch
    where home.id = ${companyId}`,
)

export const accessRepository = {
  /** Effective rights of a user's roles now, and in how many seconds they change by time alone. */
  permissions: (db: Db, companyId: string, userId: string) =>
    db
      .selectFrom(grantingRoles(companyId, userId).as('line'))
      .innerJoin('roles', (join) => join.onRef('roles.id', '=', 'line.ancestor_id'))
      .leftJoin('role_elements as element', (join) =>
        join.onRef('element.company_id', '=', 'roles.company_id').onRef('element.role_id', '=', 'roles.id'),
      )
      .where('roles.company_id', '=', companyId)
      .select([
        secondsToNextChange(companyId, userId).as('changesIn'),
        sql<boolean>`coalesce(bool_or(roles.everything), false)`.as('everything'),
        sql<
          string[]
        >`coalesce(array_agg(distinct element.element) filter (where element.element is not null), '{}')`.as(
          'elements',
        ),
        sql<FieldRestriction[]>`${limitedFields(companyId, grantingRoles(companyId, userId))}`.as('restrictions'),
      ])
      .executeTakeFirstOrThrow(),

  roles: (db: Db, companyId: string, userId: string) =>
    rolesInForce(db, companyId, userId).orderBy(byName('roles.name')).select(['roles.id', 'roles.name']).execute(),

  /** Custom fields that no one has without a role of the company. */
  limitedFields: async (db: Db, companyId: string): Promise<FieldRestriction[]> => {
    const noRole = sql`(select null::uuid as ancestor_id)`
    const { rows } = await sql<{
      found: FieldRestriction[]
    }>`select ${limitedFields(companyId, noRole)} as found`.execute(db)
    return rows[0]?.found ?? []
  },
  /** The stamp of a user's grants; `planCompanyId` as in `grants`. */
  grantsStamp: async (db: Db, { companyId, userId }: Assignee, planCompanyId: string): Promise<string> =>
    (await findGrantsStamp(db, { companyId, userId, planCompanyId }))[0]?.stamp ?? '',

  /**
   * Grants for opening the console, in one query: the elements; the active menus, each shown if it requires no element
   * or the user holds one of those required; the landing menus of the roles in their order; the field restrictions; and the
   * entities with custom fields.
   * `planCompanyId` is the company whose plan limits the grants.
   */
  grants: async (db: Db, { companyId, userId }: Assignee, planCompanyId: string): Promise<Grants & Restricted> => {
    const isOff = (code: string) => isOfModules(code, sql`(select off from plan)::text[]`)
    const { rows } = await sql<Grants & Restricted>`
      with assigned as materialized (
          ${rolesInForce(db, companyId, userId).select(['roles.id', 'roles.name', 'roles.sort', 'roles.home_menu'])}),
        line as materialized (
          select distinct ancestor_id as id from role_ancestors(${companyId}, array(select id from assigned), false)),
        open as materialized (
          select exists (select from roles where company_id = ${companyId} and everything and id in (select id from line))
            as everything),
        plan as materialized (
          select tenants.plan_id as id, tenants.modules_off as off from companies join tenants on tenants.company_id = companies.top_id
          where companies.id = ${planCompanyId}),
        held as materialized (
          select code from open, elements
          where (everything or code in (
            select element from role_elements where company_id = ${companyId} and role_id in (select id from line)))
          and not ${isOff('elements.code')}
          and (not exists (select from plan) or code in (
            select element from plan_elements where plan_id = (select id from plan))))
      select
        array(select code from held order by code) as elements,
        (select coalesce(jsonb_agg(to_jsonb(menu) order by sort, name collate by_name), '[]') from (
           select id, name, parent_id as parent, kind, sort, metadata from menus
           -- A stopped menu takes what is below it along: the tree leaves out whatever has lost its parent.
           where status = 1 and (everything or id in (
             select menu_id from role_menus where company_id = ${companyId} and role_id in (select id from line)))
           and not ${isOff('menus.code')}
           and (not exists (select from plan) or id in (
             select menu_id from plan_menus where plan_id = (select id from plan)))
           and (not exists (select from menu_elements where menu_id = menus.id)
             or exists (select from menu_elements join held on code = element where menu_id = menus.id))
         ) as menu) as menus,
        (select coalesce(jsonb_agg(field), '[]') from elements
         where kind = 'field' and code not in (select code from held) and not ${isOff('elements.code')} and (not exists (select from plan) or code in (
           select element from plan_elements where plan_id = (select id from plan))))
          || case when everything then '[]' else ${limitedFields(companyId, sql`(select id as ancestor_id from line)`)} end
          as restrictions,
        (select coalesce(jsonb_object_agg(entity, stamp), '{}') from (
           select entity, left(md5(string_agg(id || ' ' || version, ' ' order by id)), 8) as stamp from custom_fields
           where (platform or company_id = ${planCompanyId}) and removed_at is null and status = 1 group by entity
         ) as fields) as custom,
        array(select home_menu::text from assigned where home_menu is not null order by sort, name collate by_name) as homes
      from open
    `.execute(db)
    return rows[0] ?? { elements: [], menus: [], homes: [], restrictions: [], custom: {} }
  },

  elementNames: (db: Db) =>
    db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .orderBy('elements.code')
      .select(['elements.code', 'module', 'operation', 'elements.name', 'modules.name as moduleName'])
      .execute(),

  /**
   * Adds a built-in role if missing. Appends （内置） to its name if a custom role has that name.
   * @returns its id, or undefined if a custom role uses its code
   */
  ensureBuiltin: async (
    db: Db,
    { companyId, code, name, everything = false }: Builtin,
  ): Promise<string | undefined> => {
    const { rows } = await sql<{ id: string }>`
      with added as (
        insert into roles (company_id, id, code, type, everything, name)
        select ${companyId}, ${newId()}, ${code}, 'builtin', ${everything}, case
          when exists (select from roles where company_id = ${companyId} and name = ${name}) then ${`${name}（内置）`}
          else ${name} end
        on conflict do nothing returning id)
      select id from added
      union all select id from roles where company_id = ${companyId} and type = 'builtin' and code = ${code}`.execute(
      db,
    )
    return rows[0]?.id
  },

  /** Sets the elements and menus of a role, writing only differences. Unknown codes are ignored. */
  setRights: (db: Db, { companyId, roleId }: { companyId: string; roleId: string }, { elements, menus }: Rights) => {
    const ofRole = sql`company_id = ${companyId} and role_id = ${roleId}`
    return sql`
      with wanted as (select id from menus where code = any(${menus})),
      taken as (delete from role_elements where ${ofRole} and element <> all(${elements})),
      hidden as (delete from role_menus where ${ofRole} and menu_id not in (select id from wanted)),
      given as (
        insert into role_elements (company_id, role_id, element)
        select ${companyId}, ${roleId}, code from elements where code = any(${elements}) on conflict do nothing)
      insert into role_menus (company_id, role_id, menu_id)
        select ${companyId}, ${roleId}, id from wanted on conflict do nothing`.execute(db)
  },

  assignRole: (db: Db, companyId: string, userId: string, roleId: string) =>
    db
      .insertInto('user_roles')
      .values({ company_id: companyId, user_id: userId, role_id: roleId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
}
