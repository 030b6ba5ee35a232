import { namedInPlanImpact, type PlanImpact } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { companiesInScope, type PlanScope } from '../../access/authorization/index.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { andVisibleUser } from '../../access/row-scopes/index.ts'
import type { Ceiling } from './plans.repository.ts'

type Losses = Pick<
  PlanImpact,
  'companies' | 'lost' | 'lostMenus' | 'losingCompanies' | 'losingRoles' | 'losingUsers' | 'lose'
>
const noLosses: Losses = {
  companies: 0,
  lost: [],
  lostMenus: [],
  losingCompanies: 0,
  losingRoles: 0,
  losingUsers: 0,
  lose: [],
}

export const planImpactRepository = {
  /**
   * What a ceiling takes from roles below it and from their assignees, descendant roles included: exact counts in one
   * statement, with names from the caller's row scope.
   */
  computeLosses: async (db: Db, actor: Viewer, below: PlanScope, { elems, menus }: Ceiling): Promise<Losses> => {
    // Tens of thousands of companies exceed the usual statement timeout.
    await extendTimeout(db, 5)
    const { rows } = await sql<Losses>`
      with recursive below as materialized (select companies.id, companies.name from ${companiesInScope(below)}),
      outside as materialized (
        select held.company_id, held.role_id, held.element as thing, 'element' as kind
        from role_elements held join below on below.id = held.company_id
        where held.element not in (select code from elements where id = any(${elems}::uuid[]))
        union all
        select held.company_id, held.role_id, held.menu_id::text, 'menu'
        from role_menus held join below on below.id = held.company_id where held.menu_id <> all(${menus}::uuid[])),
      line as (
        select distinct outside.company_id, outside.role_id as giver, roles.id as assignable
        from outside join roles on roles.company_id = outside.company_id and roles.id = outside.role_id and roles.status = 1
        union
        select line.company_id, line.giver, heir.id
        from line join roles heir on heir.company_id = line.company_id and heir.parent_id = line.assignable and heir.status = 1),
      wearers as materialized (
        select distinct line.company_id, line.giver, users.id as user_id, users.name, users.account
        from line
        join role_assignments assignment on assignment.company_id = line.company_id and assignment.role_id = line.assignable and in_force(assignment)
        join users on users.company_id = assignment.company_id and users.id = assignment.user_id and users.deleted_at is null),
      lost as (
        select outside.thing, outside.kind, count(distinct wearers.user_id) as users
        from outside left join wearers on wearers.company_id = outside.company_id and wearers.giver = outside.role_id
        group by 1, 2),
      named as (
        select distinct below.name as company, wearers.account, wearers.name, wearers.user_id
        from wearers join below on below.id = wearers.company_id ${andVisibleUser(actor, 'wearers.user_id')}
        order by 1, 2 limit ${namedInPlanImpact})
      select
        (select count(*) from below) as "companies",
        (select coalesce(json_agg(json_build_object('code', thing, 'name', modules.name || ' · ' || elements.name, 'users', users)
           order by thing), '[]')
         from lost join elements on elements.code = thing join modules on modules.code = elements.module
         where lost.kind = 'element') as "lost",
        (select coalesce(json_agg(menus.name order by menus.name collate by_name), '[]')
         from lost join menus on menus.id::text = thing where lost.kind = 'menu') as "lostMenus",
        (select count(distinct company_id) from outside) as "losingCompanies",
        (select count(distinct (company_id, role_id)) from outside) as "losingRoles",
        (select count(distinct user_id) from wearers) as "losingUsers",
        (select coalesce(json_agg(json_build_object('userId', user_id, 'name', name, 'account', account, 'companyName', company)
           order by company collate by_name, account), '[]') from named) as "lose"`.execute(db)
    return rows[0] ?? noLosses
  },

  /** Names of elements, with their module, and of menus. */
  findNames: async (db: Db, { elems, menus }: Ceiling): Promise<Pick<PlanImpact, 'gained' | 'gainedMenus'>> => {
    const { rows } = await sql<Pick<PlanImpact, 'gained' | 'gainedMenus'>>`select
      (select coalesce(json_agg(json_build_object('code', elements.code, 'name', modules.name || ' · ' || elements.name)
         order by elements.code), '[]')
       from elements join modules on modules.code = elements.module where elements.id = any(${elems}::uuid[])) as "gained",
      array(select name from menus where id = any(${menus}::uuid[]) order by name collate by_name) as "gainedMenus"`.execute(
      db,
    )
    return rows[0] ?? { gained: [], gainedMenus: [] }
  },
}
