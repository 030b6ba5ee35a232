import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** Which roles somebody wears at this moment, neither ahead of their start nor past their end, in use or not. */
export const wornNow = (companyId: string, userId: string) =>
  sql<{ role_id: string }>`(
    select distinct role_id from roles_in_force where company_id = ${companyId} and user_id = ${userId} order by role_id)`

/** The same roles themselves, as far as they are in use. */
export const rolesInForce = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom(wornNow(companyId, userId).as('worn'))
    // Each by its key: a kept plan takes every company for one of a few roles, and reads through all of them else.
    .innerJoinLateral(
      (one) =>
        one
          .selectFrom('roles')
          .selectAll()
          .where('roles.company_id', '=', companyId)
          .whereRef('roles.id', '=', 'worn.role_id')
          .where('roles.status', '=', 1)
          .offset(0)
          .as('roles'),
      (join) => join.onTrue(),
    )
