import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Active users of a company who hold an element by one of their roles in force, inherited rights included. */
export const elementHolders = (db: Db, companyId: string, element: string) =>
  db
    .selectFrom('users')
    .where('users.company_id', '=', companyId)
    .where(sql<boolean>`status_of(users) = 1`)
    .where(
      sql<boolean>`users.id in (
        select held.user_id
        from roles_granting(array[${element}]) giving
          join roles_in_force held on held.company_id = ${companyId} and held.role_id = giving.role_id
        where giving.company_id = ${companyId})`,
    )
