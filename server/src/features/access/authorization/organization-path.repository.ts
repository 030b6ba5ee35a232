import { sql } from 'kysely'

/** Names of the ancestors of an organisation of the table `orgs`, root first. */
export const ancestorNames = sql<string[]>`array(
  -- A subquery per name: a join would read all organisations of the company.
  select (select above.name from orgs above where above.company_id = orgs.company_id and above.id = line.id::uuid)
  from string_to_table(trim(both '/' from orgs.path), '/') with ordinality as line (id, at)
  where line.id::uuid <> orgs.id order by line.at)`
/** The name of an organisation with its ancestors: 市场部 / 二组. */
export const organizationPath = sql<string>`array_to_string(${ancestorNames} || orgs.name, ' / ')`
