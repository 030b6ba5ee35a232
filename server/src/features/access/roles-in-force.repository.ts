import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** The roles somebody wears at this moment, neither ahead of their start nor past their end, as far as they are in use. */
export const rolesInForce = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('worn_roles')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'worn_roles.company_id').onRef('roles.id', '=', 'worn_roles.role_id'),
    )
    .where('worn_roles.company_id', '=', companyId)
    .where('worn_roles.user_id', '=', userId)
    .where(sql<boolean>`in_force(worn_roles)`)
    .where('roles.status', '=', 1)
