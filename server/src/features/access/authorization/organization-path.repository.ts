import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/**
 * Ids from a path of the table `orgs`, root first, as rows of `id` and `at`. They are cast here: row-level security
 * keeps a comparison that may fail away from the index, and the company's organisations would all be read.
 */
export const pathIds = sql`unnest(string_to_array(trim(both '/' from orgs.path), '/')::uuid[]) with ordinality as line (id, at)`

/** Names of the ancestors of an organisation of the table `orgs`, root first. */
export const ancestorNames = sql<string[]>`array(
  -- A subquery per name: a join would read all organisations of the company.
  select (select above.name from orgs above where above.company_id = orgs.company_id and above.id = line.id)
  from ${pathIds} where line.id <> orgs.id order by line.at)`
/** The name of an organisation with its ancestors: 市场部 / 二组. */
export const organizationPath = sql<string>`array_to_string(${ancestorNames} || orgs.name, ' / ')`

/** Names of organisations of a company with their ancestors, by id. */
export const readOrganizationPaths = async (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('orgs')
    .where('orgs.company_id', '=', companyId)
    .where(sql<boolean>`orgs.id = any(${[...new Set(ids)]}::uuid[])`)
    .select(['orgs.id', organizationPath.as('path')])
    .execute()
  return new Map(found.map(({ id, path }) => [id, path]))
}
