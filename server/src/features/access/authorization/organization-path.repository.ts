import { sql } from 'kysely'

/** Names of the ancestors of an organisation of the table `orgs`, root first. */
export const ancestorNames = sql<string[]>`array(
  select above.name from orgs above where above.company_id = orgs.company_id and above.id <> orgs.id
    and above.id = any(string_to_array(trim(both '/' from orgs.path), '/')::uuid[]) order by length(above.path))`
/** The name of an organisation with its ancestors: 市场部 / 二组. */
export const organizationPath = sql<string>`array_to_string(${ancestorNames} || orgs.name, ' / ')`
