import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { isAdminRole } from './administrators.repository.ts'

/** Whether a user holds a role of administrators, even if they cannot sign in at present. */
export const holdsAdminRole = async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
  (await db
    .selectFrom('user_roles as assignment')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'assignment.company_id').onRef('roles.id', '=', 'assignment.role_id'),
    )
    .where('assignment.company_id', '=', companyId)
    .where('assignment.user_id', '=', userId)
    .where('roles.status', '=', 1)
    .where(isAdminRole)
    .where(sql<boolean>`in_force(assignment)`)
    .select('roles.id')
    .executeTakeFirst()) !== undefined
