import { sql } from 'kysely'
import { allowMinutes } from '../../kernel/db/bound-connection.ts'
import type { Db } from '../../kernel/db/database.ts'
import { companyAdmin } from './company-admin.ts'
import { companyAuditor } from './company-auditor.ts'
import { menusOf } from './menus.ts'
import { readingElements } from './reading-elements.ts'

/** What the roles of a company can hold at most. */
export type PlanCeiling = { name: string; elements: readonly string[]; menus: readonly string[] }
/** The companies of one tenant, or of all tenants with one plan. */
export type Below = { topId: string } | { planId: string }
/** Elements by code, menus by id. */
export type Gained = { elements: readonly string[]; menus: readonly string[] }
type Declared = { elements: readonly string[]; menus: readonly string[] }

/** The product's own pages that show something to whoever changes nothing. */
const readingMenus = menusOf(readingElements)

const isBelow = (below: Below) =>
  'topId' in below ? sql<boolean>`tenants.company_id = ${below.topId}` : sql<boolean>`tenants.plan_id = ${below.planId}`
/** The companies below, as SQL. */
export const companiesBelow = (below: Below) =>
  sql`companies join tenants on tenants.company_id = companies.top_id and ${isBelow(below)}`

/**
 * Gives those who look after these companies what the plan of each holds, or only that of it which is gained, and their auditors
 * what of it changes nothing.
 */
const give = async (db: Db, companies: ReturnType<typeof companiesBelow>, gained?: Gained) => {
  const isKeeper = sql`roles.code = ${companyAdmin.code}`
  const holders = sql`${companies} join roles on roles.company_id = companies.id
    and roles.type = 'builtin' and (${isKeeper} or roles.code = ${companyAuditor.code})`
  const [elements, menus] = gained
    ? [sql`inside.element = any(${gained.elements})`, sql`inside.menu_id = any(${gained.menus}::uuid[])`]
    : [sql`true`, sql`true`]
  await sql`insert into role_elements (company_id, role_id, element)
    select roles.company_id, roles.id, inside.element
    from ${holders} join plan_elements inside on inside.plan_id = tenants.plan_id and ${elements}
    join elements on elements.code = inside.element and (${isKeeper} or elements.reads)
    on conflict do nothing`.execute(db)
  await sql`insert into role_menus (company_id, role_id, menu_id)
    select roles.company_id, roles.id, inside.menu_id
    from ${holders} join plan_menus inside on inside.plan_id = tenants.plan_id and ${menus}
    join menus on menus.id = inside.menu_id and (${isKeeper} or menus.code = any(${readingMenus}))
    on conflict do nothing`.execute(db)
}

export const planCeilingRepository = {
  /** The ceiling of a company; undefined where there is no tenant: the operator's own company and the members'. */
  of: (db: Db, companyId: string): Promise<PlanCeiling | undefined> =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .innerJoin('plans', 'plans.id', 'tenants.plan_id')
      .where('companies.id', '=', companyId)
      .select([
        'plans.name',
        sql<string[]>`array(select element from plan_elements where plan_id = plans.id)`.as('elements'),
        sql<string[]>`array(select menu_id::text from plan_menus where plan_id = plans.id)`.as('menus'),
      ])
      .executeTakeFirst(),

  /** The company whose tenant a company shares, if it has one. */
  tenantOf: async (db: Db, companyId: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('companies')
        .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
        .where('companies.id', '=', companyId)
        .select('tenants.company_id as topId')
        .executeTakeFirst()
    )?.topId,

  /**
   * Takes what is outside the ceiling from all roles below it, and gives those who look after the companies what is new in it,
   * and their auditors what of that changes nothing.
   * Of tens of thousands of companies that takes longer than a statement usually may. Who changes a plan makes its version newer
   * in the same transaction: that, and not the companies' epochs, says that rights are others now.
   */
  async align(db: Db, below: Below, gained: Gained) {
    const companies = companiesBelow(below)
    await allowMinutes(db, 5)
    await sql`select set_config('app.plan_changes', ${'planId' in below ? 'yes' : ''}, true)`.execute(db)
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
    await give(db, companies, gained)
    await sql`select set_config('app.plan_changes', '', true)`.execute(db)
  },

  /** The plan whose companies do not all have what it holds yet. */
  behind: (db: Db) =>
    db.selectFrom('plans').where('behind', '=', true).select(['id', 'version']).limit(1).executeTakeFirst(),
  /** The next companies below a plan, by id; they keep it until the transaction ends. */
  nextBelow: async (db: Db, planId: string, after: string, most: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`select companies.id from ${companiesBelow({ planId })}
      where companies.id > ${after} order by companies.id limit ${most} for share of tenants`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** Gives those who look after these, and who audit them, all that the plan holds for them. Rights read before are believed until `caughtUp`. */
  giveAll: async (db: Db, planId: string, ids: readonly string[]) => {
    await allowMinutes(db, 1)
    await sql`select set_config('app.plan_changes', 'yes', true)`.execute(db)
    await give(
      db,
      sql`unnest(${ids}::uuid[]) chosen (id) join (${companiesBelow({ planId })}) on companies.id = chosen.id`,
    )
  },
  /** All have what it held in that version: another version now, so that nobody believes what was read before. */
  caughtUp: (db: Db, { id, version }: { id: string; version: number }) =>
    sql`update plans set behind = false, version = version + 1 where id = ${id} and version = ${version}`.execute(db),

  /**
   * Writes down which elements change nothing in this version. Auditors lose at once what changes something by now; what no
   * longer does comes to them as what is new in a plan does.
   */
  async noteReading(db: Db, reading: readonly string[]) {
    const isNews = sql<boolean>`reads <> (code = any(${reading}))`
    // Any write to the registry makes everybody read it anew, also one that changes nothing.
    if (!(await db.selectFrom('elements').where(isNews).select('code').limit(1).executeTakeFirst())) return
    await sql`
      with noted as (update elements set reads = not reads where ${isNews} returning code, reads),
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
   * Makes the standard plan hold what this version gives it. Out: its id and whether it holds less in anything, if that changed
   * anything.
   */
  async alignStandard(db: Db, declared: Declared): Promise<{ id: string; lost: boolean } | undefined> {
    const { rows } = await sql<{ id: string; gained: Gained; lost: boolean; differs: boolean }>`
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
