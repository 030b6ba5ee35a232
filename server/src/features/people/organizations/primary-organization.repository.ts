import { sql } from 'kysely'

/** Name of the primary organisation of each of the `users` of a statement; empty for none. */
export const primaryOrganizationName = sql<string>`coalesce((
  select orgs.name from user_orgs join orgs on orgs.company_id = user_orgs.company_id and orgs.id = user_orgs.org_id
  where user_orgs.company_id = users.company_id and user_orgs.user_id = users.id and user_orgs.is_primary), '')`
