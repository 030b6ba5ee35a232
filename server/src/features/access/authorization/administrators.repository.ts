import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { companyAdmin } from './company-admin.ts'

/** Administrator roles. Every company keeps at least one assignee. */
export const isAdminRole = sql<boolean>`(roles.everything or (roles.type = 'builtin' and roles.code = ${companyAdmin.code}))`

/** Current administrators of a company. */
export const administrators = (db: Db, companyId: string) =>
  db
    .selectFrom('user_roles as worn')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'worn.company_id').onRef('roles.id', '=', 'worn.role_id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'worn.company_id').onRef('users.id', '=', 'worn.user_id'),
    )
    .where('worn.company_id', '=', companyId)
    .where(isAdminRole)
    .where('roles.status', '=', 1)
    .where(sql<boolean>`in_force(worn)`)
    .where(sql<boolean>`status_of(users) = 1`)

/** Their names and mail addresses. */
export const adminContacts = (db: Db, companyId: string) =>
  administrators(db, companyId)
    .select(['users.id', 'users.name', sql<string>`coalesce(users.email, '')`.as('mail')])
    .distinct()
    .orderBy('users.name')
    .orderBy('users.id')
