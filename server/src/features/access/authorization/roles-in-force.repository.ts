import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type Id = string | RawBuilder<unknown>

/** Ids of the roles assigned to a user now: started, not expired, active or not. */
export const currentRoleIds = (companyId: Id, userId: Id) =>
  sql`(select distinct role_id from roles_in_force where company_id = ${companyId} and user_id = ${userId} order by role_id)`

/** Those of them that are active. */
export const rolesInForce = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('roles')
    .where('roles.company_id', '=', companyId)
    .where('roles.status', '=', 1)
    .where(sql<boolean>`roles.id = any(array(${currentRoleIds(companyId, userId)}))`)
