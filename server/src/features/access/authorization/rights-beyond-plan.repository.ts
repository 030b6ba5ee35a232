import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** What a role holds: an element by its code, a menu or a home page by the menu's id. */
export type HeldRight = { company: string; role: string; kind: 'element' | 'menu' | 'home'; thing: string }

export const rightsBeyondPlanRepository = {
  async find(db: Db, topIds: readonly string[], planId: string): Promise<ReadonlyMap<string, HeldRight[]>> {
    await extendTimeout(db, 5)
    const { rows } = await sql<HeldRight & { topId: string }>`
      with below as materialized (select id, top_id from companies where top_id = any(${topIds}::uuid[])),
      held as (
        select company_id, role_id, 'element' as kind, element as thing from role_elements
        where element not in (select element from plan_elements where plan_id = ${planId})
        union all
        select company_id, role_id, 'menu', menu_id::text from role_menus
        where menu_id not in (select menu_id from plan_menus where plan_id = ${planId})
        union all
        select company_id, id, 'home', home_menu::text from roles
        where home_menu not in (select menu_id from plan_menus where plan_id = ${planId}))
      select below.top_id as "topId", held.company_id as company, held.role_id as role, held.kind, held.thing
      from below join held on held.company_id = below.id`.execute(db)
    return Map.groupBy(rows, ({ topId }) => topId) as ReadonlyMap<string, HeldRight[]>
  },

  async giveBack(db: Db, topId: string, held: readonly HeldRight[]) {
    if (held.length === 0) return
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as held (company uuid, role uuid, kind text, thing text)
      join companies on companies.id = held.company and companies.top_id = ${topId}
      join tenants on tenants.company_id = companies.top_id
      join roles on roles.company_id = held.company and roles.id = held.role`
    const insideMenus = sql`join plan_menus inside on inside.plan_id = tenants.plan_id and inside.menu_id::text = held.thing`
    await sql`insert into role_elements (company_id, role_id, element)
      select roles.company_id, roles.id, inside.element from ${wanted}
      join plan_elements inside on inside.plan_id = tenants.plan_id and inside.element = held.thing
      where held.kind = 'element' on conflict do nothing`.execute(db)
    await sql`insert into role_menus (company_id, role_id, menu_id)
      select roles.company_id, roles.id, inside.menu_id from ${wanted} ${insideMenus}
      where held.kind = 'menu' on conflict do nothing`.execute(db)
    await sql`update roles set home_menu = given.menu_id
      from (select roles.company_id, roles.id, inside.menu_id from ${wanted} ${insideMenus} where held.kind = 'home') given
      where roles.company_id = given.company_id and roles.id = given.id and home_menu is null`.execute(db)
  },
}
