import { type RawBuilder, sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { companyAdmin, companyAuditor } from './company-roles.ts'

/** Upper limit of what the roles of a company can hold: what its plan has, without the modules that are off for it. */
export type PlanCeiling = {
  name: string
  elements: readonly string[]
  menus: readonly string[]
  /** Names of these modules. */
  off: readonly string[]
}
/** The companies of one tenant, or of all tenants with one plan. */
export type PlanScope = { topId: string } | { planId: string }
/** Elements by code, menus by id. */
export type GainedRights = { elements: readonly string[]; menus: readonly string[] }
/** Codes of the menus that auditors have. */
type ReadOnlyMenus = readonly string[]
type DeclaredRights = { elements: readonly string[]; menus: readonly string[] }

const isInPlanScope = (scope: PlanScope) =>
  'topId' in scope ? sql<boolean>`tenants.company_id = ${scope.topId}` : sql<boolean>`tenants.plan_id = ${scope.planId}`
/** SQL of the companies in a plan scope. */
export const companiesInScope = (scope: PlanScope) =>
  sql`companies join tenants on tenants.company_id = companies.top_id and ${isInPlanScope(scope)}`

/** Whether a code, of an element or a menu, belongs to one of these modules (`isOfModule`). */
export const isOfModules = (code: string, modules: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from unnest(${modules}) as module where ${sql.ref(code)} ~ ('^' || module || '([A-Z:.]|$)'))`

const modulesOff = sql`tenants.modules_off`
/** Ids of menus of modules that are off. */
const menusOff = sql`select menus.id from menus where ${isOfModules('menus.code', modulesOff)}`

/**
 * Grants the administrator roles of these companies what each company's plan holds, or only `gained` of it, and their
 * auditors the read-only part.
 */
const grantPlanRights = async (
  db: Db,
  companies: ReturnType<typeof companiesInScope>,
  readOnlyMenus: ReadOnlyMenus,
  gained?: GainedRights,
) => {
  const isAdminRole = sql`roles.code = ${companyAdmin.code}`
  const builtinRoles = sql`${companies} join roles on roles.company_id = companies.id
    and roles.type = 'builtin' and (${isAdminRole} or roles.code = ${companyAuditor.code})`
  const [elements, menus] = gained
    ? [sql`inside.element = any(${gained.elements})`, sql`inside.menu_id = any(${gained.menus}::uuid[])`]
    : [sql`true`, sql`true`]
  await sql`insert into role_elements (company_id, role_id, element)
    select roles.company_id, roles.id, inside.element
    from ${builtinRoles} join plan_elements inside on inside.plan_id = tenants.plan_id and ${elements}
    join elements on elements.code = inside.element and (${isAdminRole} or elements.reads)
    on conflict do nothing`.execute(db)
  await sql`insert into role_menus (company_id, role_id, menu_id)
    select roles.company_id, roles.id, inside.menu_id
    from ${builtinRoles} join plan_menus inside on inside.plan_id = tenants.plan_id and ${menus}
    join menus on menus.id = inside.menu_id and (${isAdminRole} or menus.code = any(${readOnlyMenus}))
    on conflict do nothing`.execute(db)
}

export const planCeilingRepository = {
  /** The plan of a company; undefined without a tenant: the operator's own company and its members'. */
  ofCompany: (db: Db, companyId: string): Promise<PlanCeiling | undefined> =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .innerJoin('plans', 'plans.id', 'tenants.plan_id')
      .where('companies.id', '=', companyId)
      .select([
        'plans.name',
        sql<string[]>`array(select element from plan_elements
          where plan_id = plans.id and not ${isOfModules('element', modulesOff)})`.as('elements'),
        sql<string[]>`array(select menu_id::text from plan_menus
          where plan_id = plans.id and menu_id not in (${menusOff}))`.as('menus'),
        'tenants.modules_off as off',
      ])
      .executeTakeFirst(),

  /** What a plan has of a module. */
  rightsOfModule: async (db: Db, planId: string, module: string): Promise<GainedRights> => {
    const isOfModule = (code: string) => isOfModules(code, sql`array[${module}]`)
    const { rows } = await sql<GainedRights>`select
      array(select element from plan_elements where plan_id = ${planId} and ${isOfModule('element')}) as elements,
      array(select menu_id::text from plan_menus join menus on menus.id = menu_id
        where plan_id = ${planId} and ${isOfModule('menus.code')}) as menus`.execute(db)
    return rows[0] ?? { elements: [], menus: [] }
  },

  /** The top company, if it has a tenant. */
  findTenant: async (db: Db, companyId: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('companies')
        .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
        .where('companies.id', '=', companyId)
        .select('tenants.company_id as topId')
        .executeTakeFirst()
    )?.topId,

  /**
   * Removes from the roles of these companies what their plan does not hold, and grants `gained` to administrators and
   * its read-only part to auditors. May exceed the usual statement timeout with tens of thousands of companies. The
   * caller bumps the plan's version in the same transaction, which invalidates cached rights; the companies' epochs do
   * not change.
   */
  async align(db: Db, scope: PlanScope, gained: GainedRights, readOnlyMenus: ReadOnlyMenus) {
    const companies = companiesInScope(scope)
    await extendTimeout(db, 5)
    await sql`select set_config('app.plan_changes', ${'planId' in scope ? 'yes' : ''}, true)`.execute(db)
    await sql`delete from role_elements held using ${companies}
      where held.company_id = companies.id and not exists (
        select from plan_elements inside where inside.plan_id = tenants.plan_id and inside.element = held.element)`.execute(
      db,
    )
    await sql`delete from role_menus held using ${companies}
      where held.company_id = companies.id and not exists (
        select from plan_menus inside where inside.plan_id = tenants.plan_id and inside.menu_id = held.menu_id)`.execute(
      db,
    )
    await sql`update roles set home_menu = null from ${companies}
      where roles.company_id = companies.id and home_menu is not null and not exists (
        select from plan_menus inside where inside.plan_id = tenants.plan_id and inside.menu_id = home_menu)`.execute(
      db,
    )
    await grantPlanRights(db, companies, readOnlyMenus, gained)
    await sql`select set_config('app.plan_changes', '', true)`.execute(db)
  },

  /** A plan whose rights have not been granted to all of its companies yet. */
  findOutdatedPlan: (db: Db) =>
    db.selectFrom('plans').where('behind', '=', true).select(['id', 'version']).limit(1).executeTakeFirst(),
  /**
   * The next companies with a plan, by id. Locks their tenants so that they keep the plan until the transaction ends.
   */
  nextCompanies: async (db: Db, planId: string, after: string, limit: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`select companies.id from ${companiesInScope({ planId })}
      where companies.id > ${after} order by companies.id limit ${limit} for share of tenants`.execute(db)
    return rows.map(({ id }) => id)
  },
  /**
   * Grants administrators and auditors of these companies everything in the plan. Cached rights stay in use until
   * `markUpToDate`.
   */
  grantAllRights: async (db: Db, planId: string, ids: readonly string[], readOnlyMenus: ReadOnlyMenus) => {
    await extendTimeout(db, 1)
    await sql`select set_config('app.plan_changes', 'yes', true)`.execute(db)
    await grantPlanRights(
      db,
      sql`unnest(${ids}::uuid[]) chosen (id) join (${companiesInScope({ planId })}) on companies.id = chosen.id`,
      readOnlyMenus,
    )
  },
  /** All companies have this version's rights. Bumps the version to invalidate cached rights. */
  markUpToDate: (db: Db, { id, version }: { id: string; version: number }) =>
    sql`update plans set behind = false, version = version + 1 where id = ${id} and version = ${version}`.execute(db),

  /**
   * Stores which elements are read-only in this version. Auditors lose elements that now mutate at once; newly
   * read-only ones are granted by the rollout.
   */
  async markReadOnlyElements(db: Db, readOnly: readonly string[]) {
    const hasChanged = sql<boolean>`reads <> (code = any(${readOnly}))`
    // Every registry write makes all nodes reload it, even without a change.
    if (!(await db.selectFrom('elements').where(hasChanged).select('code').limit(1).executeTakeFirst())) return
    await sql`
      with noted as (update elements set reads = not reads where ${hasChanged} returning code, reads),
      taken as (
        delete from role_elements held using noted, roles
        where not noted.reads and held.element = noted.code and roles.company_id = held.company_id and roles.id = held.role_id
          and roles.type = 'builtin' and roles.code = ${companyAuditor.code})
      update plans set behind = true
      where exists (select from noted where reads) and exists (select from tenants where plan_id = plans.id)`.execute(
      db,
    )
  },

  /**
   * Sets the standard plan to this version's rights.
   * @returns its id and whether it lost any, or undefined if nothing changed
   */
  async alignStandard(db: Db, declared: DeclaredRights): Promise<{ id: string; lost: boolean } | undefined> {
    const { rows } = await sql<{ id: string; gained: GainedRights; lost: boolean; differs: boolean }>`
      with wanted as (select
        array(select code from elements where code = any(${declared.elements}) order by 1) as elements,
        array(select id from menus where code = any(${declared.menus}) order by 1) as menus),
      present as (select id,
        array(select element from plan_elements where plan_id = plans.id order by 1) as elements,
        array(select menu_id from plan_menus where plan_id = plans.id order by 1) as menus
        from plans where builtin and code = 'standard')
      select present.id, (present.elements, present.menus) is distinct from (wanted.elements, wanted.menus) as differs,
        not (present.elements <@ wanted.elements and present.menus <@ wanted.menus) as lost,
        json_build_object(
          'elements', array(select unnest(wanted.elements) except select unnest(present.elements)),
          'menus', array(select unnest(wanted.menus) except select unnest(present.menus))) as gained
      from present, wanted`.execute(db)
    const [found] = rows
    if (!found?.differs) return undefined
    const { id, gained, lost } = found
    await sql`delete from plan_elements where plan_id = ${id} and element <> all(${declared.elements})`.execute(db)
    await sql`insert into plan_elements select ${id}, unnest(${gained.elements}::text[]) on conflict do nothing`.execute(
      db,
    )
    await sql`delete from plan_menus where plan_id = ${id}
      and menu_id not in (select id from menus where code = any(${declared.menus}))`.execute(db)
    await sql`insert into plan_menus select ${id}, unnest(${gained.menus}::uuid[]) on conflict do nothing`.execute(db)
    await sql`update plans set version = version + 1, updated_at = now(),
      behind = exists (select from tenants where plan_id = ${id}) where id = ${id}`.execute(db)
    return { id, lost }
  },
}
