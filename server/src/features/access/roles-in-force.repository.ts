import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** Which roles somebody wears at this moment, neither ahead of their start nor past their end, in use or not. */
export const wornNow = (companyId: string, userId: string) =>
  sql`(select distinct role_id from roles_in_force where company_id = ${companyId} and user_id = ${userId} order by role_id)`

/** The same roles themselves, as far as they are in use. */
export const rolesInForce = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('roles')
    .where('roles.company_id', '=', companyId)
    .where('roles.status', '=', 1)
    .where(sql<boolean>`roles.id = any(array(${wornNow(companyId, userId)}))`)
