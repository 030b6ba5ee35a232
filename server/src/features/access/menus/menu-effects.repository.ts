import { type MenuImpact, maxNamesInMenuImpact } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../row-scopes/index.ts'
import { andVisibleUser } from '../row-scopes/index.ts'

/** Requirements to open a page: of each group one, a menu by id or an element by code. */
export type PageRequirements = readonly (readonly string[])[]
/** A page whose requirements changed; `after` is null if it cannot be opened any more. */
export type ChangedPage = { id: string; before: PageRequirements; after: PageRequirements | null }
type Losses = Pick<MenuImpact, 'losingUsers' | 'lose'> & { pages: { id: string; users: number }[] }
type MenuReferences = Pick<MenuImpact, 'roles' | 'companies' | 'namedRoles' | 'plans'>
const noLosses: Losses = { losingUsers: 0, lose: [], pages: [] }

/** One alternative of one group, before or after the change. */
type RequirementRow = { page: string; was: boolean; step: number; thing: string }
const toRequirementRows = ({ id, before, after }: ChangedPage): RequirementRow[] =>
  [before, after ?? []].flatMap((way, n) =>
    way.flatMap((things, step) => things.map((thing) => ({ page: id, was: n === 0, step, thing }))),
  )

/** With tens of thousands of companies a read exceeds the usual statement timeout and sort memory. */
const allowLongRead = async (db: Db) => {
  await extendTimeout(db, 5)
  await sql`set local work_mem = '64MB'`.execute(db)
}

/** Reads the impact of menu changes on all companies. Requires platform reach. */
export const menuEffectsRepository = {
  /**
   * Users who lose pages; names only those in the caller's row scope. Counts are exact, in one statement for any number
   * of companies.
   */
  losses: async (db: Db, actor: Viewer, changed: readonly ChangedPage[]): Promise<Losses> => {
    if (changed.length === 0) return noLosses
    const needs = changed.flatMap(toRequirementRows)
    const things = [...new Set(needs.map(({ thing }) => thing))]
    const { elements = [], menus = [] } = Object.groupBy(things, (thing) =>
      thing.includes(':') ? 'elements' : 'menus',
    )
    const pages = changed.map(({ id, before, after }) => ({ id, before: before.length, after: after?.length }))
    await allowLongRead(db)
    const { rows } = await sql<Losses>`
      with recursive page as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as page (id uuid, before int, after int)),
      need as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb) as need (page uuid, was boolean, step int, thing text)),
      -- Which roles in use give one of these, of their own or by what they inherit; without a thing: everything there is.
      giving as (
        select roles.company_id, roles.id, held.thing, 1 as generation
        from (
          select company_id, role_id, menu_id::text as thing from role_menus where menu_id = any(${menus}::uuid[])
          union all
          select company_id, role_id, element from role_elements where element = any(${elements}::text[])
        ) as held join roles on roles.company_id = held.company_id and roles.id = held.role_id
        where roles.status = 1
        union
        select company_id, id, null, 1 from roles where everything and status = 1
        union
        select heir.company_id, heir.id, giving.thing, giving.generation + 1
        from giving join roles heir on heir.company_id = giving.company_id and heir.parent_id = giving.id
        where giving.generation < 5 and heir.status = 1),
      given as materialized (
        select distinct assignment.company_id, assignment.user_id, giving.thing
        from giving
        join role_assignments assignment on assignment.company_id = giving.company_id and assignment.role_id = giving.id and in_force(assignment)),
      losing as (
        select page.id as page, given.company_id, given.user_id
        from page join given on given.thing is null where page.after is null
        union
        select page.id, given.company_id, given.user_id
        from need join given on given.thing = need.thing join page on page.id = need.page
        where (given.company_id, given.user_id) not in (select company_id, user_id from given where thing is null)
        group by page.id, page.before, page.after, given.company_id, given.user_id
        having count(distinct step) filter (where was) = page.before
          and (page.after is null or count(distinct step) filter (where not was) < page.after)),
      -- Who is there is asked of those who lose something alone.
      present as materialized (
        select losing.page, users.company_id, users.id, users.account, users.name
        from losing join users on users.company_id = losing.company_id and users.id = losing.user_id
        where users.deleted_at is null),
      losers as (select distinct company_id, id, account, name from present),
      named as (
        select companies.name as company, losers.account, losers.name, losers.id
        from losers join companies on companies.id = losers.company_id ${andVisibleUser(actor, 'losers.id')}
        order by 1, 2 limit ${maxNamesInMenuImpact})
      select (select count(*)::int from losers) as "losingUsers",
        (select coalesce(json_agg(json_build_object('userId', id, 'name', name, 'account', account, 'companyName', company)
           order by company collate by_name, account), '[]') from named) as "lose",
        (select coalesce(json_agg(json_build_object('id', page, 'users', users)), '[]')
         from (select page, count(*)::int as users from present group by page) as lost) as "pages"`.execute(db)
    return rows[0] ?? noLosses
  },

  /** Roles and plans that name one of these menus. */
  references: async (db: Db, ids: readonly string[]): Promise<MenuReferences> => {
    const { rows } = await sql<MenuReferences>`
      with naming as materialized (
        select distinct company_id, role_id from role_menus where menu_id = any(${ids}::uuid[])),
      named as (
        select roles.id, roles.name, companies.name as company
        from naming join roles on roles.company_id = naming.company_id and roles.id = naming.role_id
        join companies on companies.id = naming.company_id
        order by companies.name collate by_name, roles.name collate by_name, roles.id limit ${maxNamesInMenuImpact})
      select (select count(*)::int from naming) as "roles",
        (select count(distinct company_id)::int from naming) as "companies",
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'companyName', company)
           order by company collate by_name, name collate by_name, id), '[]') from named) as "namedRoles",
        array(select plans.name from plans where exists (
          select from plan_menus where plan_id = plans.id and menu_id = any(${ids}::uuid[])) order by 1) as "plans"`.execute(
      db,
    )
    return rows[0] ?? { roles: 0, companies: 0, namedRoles: [], plans: [] }
  },
}
