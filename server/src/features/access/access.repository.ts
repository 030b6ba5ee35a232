import type { FieldRestriction } from '@atrium/contract/kernel/restrictions.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import type { MenuRow } from './menu-tree.ts'
import { rolesInForce, wornNow } from './roles-in-force.repository.ts'

type Wearer = { companyId: string; userId: string }
type Granted = { elements: string[]; menus: MenuRow[]; homes: string[] }
type Restricted = { restrictions: FieldRestriction[] }
type Builtin = { companyId: string; code: string; name: string; everything?: boolean }
type Held = { elements: readonly string[]; menus: readonly string[] }

/** Who gives somebody what he holds at this moment: his roles, and those they inherit from. */
const givers = (companyId: string, userId: string) =>
  sql<{ giver_id: string }>`role_lines(${companyId}, array(
    select role_id from roles_in_force where company_id = ${companyId} and user_id = ${userId}), false)`
/** In how many seconds the next role of somebody begins or ends. */
const secondsToNextChange = (companyId: string, userId: string) => sql<number | null>`(
  select extract(epoch from min(turn.at) - now())::float8
  from user_roles own, lateral (values (own.start_at), (own.expires_at)) as turn (at)
  where own.company_id = ${companyId} and own.user_id = ${userId} and turn.at > now())`

export const accessRepository = {
  /** What the roles of one person add up to now, and in how many seconds that may change by itself. */
  permissions: (db: Db, companyId: string, userId: string) =>
    db
      .selectFrom(givers(companyId, userId).as('line'))
      .innerJoin('roles', (join) => join.onRef('roles.id', '=', 'line.giver_id'))
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
      ])
      .executeTakeFirstOrThrow(),

  roles: (db: Db, companyId: string, userId: string) =>
    rolesInForce(db, companyId, userId).orderBy('roles.name').select(['roles.id', 'roles.name']).execute(),

  /**
   * What the answer of `granted` hangs on: the roles somebody wears at this moment, and how often they, the plan that limits
   * him and what there is to grant have changed. Whoever has the same is granted the same.
   */
  grantedBy: async (db: Db, { companyId, userId }: Wearer, limitedBy: string): Promise<string> => {
    const { rows } = await sql<{ stamp: string }>`
      select concat_ws(' ', home.id, home.epoch, host.id, tenants.version, plans.id, plans.version, registry_epoch.epoch,
        array(${wornNow(companyId, userId)})) as stamp
      from companies home join companies host on host.id = ${limitedBy}
        left join tenants on tenants.company_id = host.top_id left join plans on plans.id = tenants.plan_id,
        registry_epoch
      where home.id = ${companyId}`.execute(db)
    return rows[0]?.stamp ?? ''
  },

  /**
   * Everything that opening the console asks for, in one answer: the operations, the menus in use of whose elements, if they
   * need any, he holds one, the menus that his roles would have him land on, by the order of the roles, and what is kept from
   * him. In: also the company whose plan limits it.
   */
  granted: async (db: Db, { companyId, userId }: Wearer, limitedBy: string): Promise<Granted & Restricted> => {
    const { rows } = await sql<Granted & Restricted>`
      with worn as materialized (
          ${rolesInForce(db, companyId, userId).select(['roles.id', 'roles.name', 'roles.sort', 'roles.home_menu'])}),
        line as materialized (
          select distinct giver_id as id from role_lines(${companyId}, array(select id from worn), false)),
        open as materialized (
          select exists (select from roles where company_id = ${companyId} and everything and id in (select id from line))
            as everything),
        plan as materialized (
          select tenants.plan_id as id from companies join tenants on tenants.company_id = companies.top_id
          where companies.id = ${limitedBy}),
        held as materialized (
          select code from open, elements
          where (everything or code in (
            select element from role_elements where company_id = ${companyId} and role_id in (select id from line)))
          and (not exists (select from plan) or code in (
            select element from plan_elements where plan_id = (select id from plan))))
      select
        array(select code from held order by code) as elements,
        (select coalesce(jsonb_agg(to_jsonb(menu) order by sort, name), '[]') from (
           select id, name, parent_id as parent, kind, sort, metadata from menus
           -- A stopped menu takes what is below it along: the tree leaves out whatever has lost its parent.
           where status = 1 and (everything or id in (
             select menu_id from role_menus where company_id = ${companyId} and role_id in (select id from line)))
           and (not exists (select from plan) or id in (
             select menu_id from plan_menus where plan_id = (select id from plan)))
           and (not exists (select from menu_elements where menu_id = menus.id)
             or exists (select from menu_elements join held on code = element where menu_id = menus.id))
         ) as menu) as menus,
        (select coalesce(jsonb_agg(field), '[]') from elements
         where kind = 'field' and code not in (select code from held) and (not exists (select from plan) or code in (
           select element from plan_elements where plan_id = (select id from plan)))) as restrictions,
        array(select home_menu::text from worn where home_menu is not null order by sort, name) as homes
      from open
    `.execute(db)
    return rows[0] ?? { elements: [], menus: [], homes: [], restrictions: [] }
  },

  elements: async (db: Db) =>
    (await db.selectFrom('elements').orderBy('code').select('code').execute()).map(({ code }) => code),

  /**
   * A role of the product's own, added unless there is one; called otherwise where people have given its name to one of
   * theirs. Out: its id; undefined where one of theirs has its code.
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

  /** Makes a role hold these rights and menus and no others, writing only what differs; codes nobody knows are left out. */
  hold: (db: Db, { companyId, roleId }: { companyId: string; roleId: string }, { elements, menus }: Held) => {
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
