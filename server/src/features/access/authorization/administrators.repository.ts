import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { companyAdmin } from './company-roles.ts'

/** Administrator roles. Every company keeps at least one assignee. */
export const isAdminRole = sql<boolean>`(roles.everything or (roles.type = 'builtin' and roles.code = ${companyAdmin.code}))`

/** Current administrators of a company. */
export const administrators = (db: Db, companyId: string) =>
  db
    // The offset makes the planner begin with the few roles, and not with all assignments of the company.
    .selectFrom((eb) =>
      eb
        .selectFrom('roles')
        .selectAll()
        .where('roles.company_id', '=', companyId)
        .where(isAdminRole)
        .where('roles.status', '=', 1)
        .offset(0)
        .as('roles'),
    )
    .innerJoin('user_roles as assignment', (join) =>
      join.onRef('assignment.company_id', '=', 'roles.company_id').onRef('assignment.role_id', '=', 'roles.id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'assignment.company_id').onRef('users.id', '=', 'assignment.user_id'),
    )
    .where('assignment.company_id', '=', companyId)
    .where(sql<boolean>`in_force(assignment)`)
    .where(sql<boolean>`status_of(users) = 1`)

/** Their names and mail addresses. */
export const adminContacts = (db: Db, companyId: string) =>
  administrators(db, companyId)
    .select(['users.id', 'users.name', sql<string>`coalesce(users.email, '')`.as('mail')])
    .distinct()
    .orderBy('users.name')
    .orderBy('users.id')

/** Whether a user administers their company at present. */
export const isAdministrator = async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
  (await administrators(db, companyId).where('users.id', '=', userId).select('users.id').executeTakeFirst()) !==
  undefined
