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

/** The same as a column: their ids and names, by name. */
export const rolesInForceJson = (companyId: Id, userId: Id) => sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name collate by_name), '[]')
  from roles where roles.company_id = ${companyId} and roles.status = 1
    and roles.id = any(array(${currentRoleIds(companyId, userId)})))`
