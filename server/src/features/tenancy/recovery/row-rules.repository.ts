import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type RowKey = { companyId: string; id: string }

/** What the rules of restored rows ask, and what follows from a row that was put back. */
export const rowRulesRepository = {
  /** Those of these elements that the plan of a tenant does not have. */
  elementsBeyondPlan: async (db: Db, tenantId: string, elements: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ element: string }>`
      select element from unnest(${elements}::text[]) as element
      where not exists (select from plan_elements join tenants on tenants.plan_id = plan_elements.plan_id
        where tenants.company_id = ${tenantId} and plan_elements.element = element)
      order by element`.execute(db)
    return rows.map(({ element }) => element)
  },
  /** How many of these menus the plan of a tenant does not have. */
  countMenusBeyondPlan: async (db: Db, tenantId: string, menus: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from unnest(${menus}::uuid[]) as menu
      where not exists (select from plan_menus join tenants on tenants.plan_id = plan_menus.plan_id
        where tenants.company_id = ${tenantId} and plan_menus.menu_id = menu)`.execute(db)
    return rows[0]?.many ?? 0
  },
  /** Whether a role inherits from another one. */
  inheritsFrom: async (db: Db, { companyId, id }: RowKey, other: string): Promise<boolean> => {
    const { rows } = await sql<{ found: boolean }>`select exists (select from role_descendants(${companyId}, ${other})
      where descendant_id = ${id}) as found`.execute(db)
    return rows[0]?.found ?? false
  },
  /** Whether an organisation lies within another one, or is it. */
  isOrgWithin: async (db: Db, { companyId, id }: RowKey, above: string): Promise<boolean> => {
    const { rows } = await sql<{ found: boolean }>`select exists (select from orgs lower
      join orgs upper on upper.company_id = lower.company_id and upper.id = ${above}
      where lower.company_id = ${companyId} and lower.id = ${id} and is_within(lower.path, upper.path)) as found`.execute(
      db,
    )
    return rows[0]?.found ?? false
  },
  /** Gives an organisation the path that follows from its parent, with all below it. */
  async settlePath(db: Db, { companyId, id }: RowKey): Promise<void> {
    await sql`with own as (
        select orgs.path as former, concat(coalesce(parent.path, '/'), orgs.id, '/') as path
        from orgs left join orgs parent on parent.company_id = orgs.company_id and parent.id = orgs.parent_id
        where orgs.company_id = ${companyId} and orgs.id = ${id})
      update orgs set path = own.path || substr(orgs.path, length(own.former) + 1) from own
      where orgs.company_id = ${companyId} and own.path <> own.former
        and (orgs.id = ${id} or is_within(orgs.path, own.former) and length(own.former) > 1)`.execute(db)
  },
  /** Stores a base parameter as its next version. */
  async keepParameterVersion(db: Db, { companyId, id }: RowKey): Promise<void> {
    await sql`insert into base_parameter_versions
        (company_id, parameter_id, version, code, name, kind, options, value, tags, description, created_by)
      select company_id, id, version, code, name, kind, options, value, tags, description, updated_by
      from base_parameters where company_id = ${companyId} and id = ${id}`.execute(db)
  },
}
