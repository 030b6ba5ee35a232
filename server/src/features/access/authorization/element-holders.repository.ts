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
        from role_ancestors(${companyId}, array(
            select id from roles where company_id = ${companyId} and status = 1), false) line
          join roles giver on giver.company_id = ${companyId} and giver.id = line.ancestor_id
          join roles_in_force held on held.company_id = ${companyId} and held.role_id = line.role_id
        where giver.everything or exists (
          select from role_elements given
          where given.company_id = ${companyId} and given.role_id = giver.id and given.element = ${element}))`,
    )
