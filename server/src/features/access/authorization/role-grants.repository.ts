import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

type Owner = { companyId: string; userId: string }
type RoleAssignmentInput = {
  roleId: string
  orgId: string | null
  startTime: string | null
  expireTime: string | null
  reason: string
}

/** Writes of direct assignments. */
export const roleGrantsRepository = {
  /** Assigns a role, or replaces the terms of an assignment. */
  assign: (
    db: Db,
    { companyId, userId }: Owner,
    { roleId, orgId, startTime, expireTime, reason }: RoleAssignmentInput,
    by: Person,
  ) => {
    const times = { scope_org_id: orgId, start_at: startTime, expires_at: expireTime, reason }
    const given = { ...times, granted_by: JSON.stringify(by), granted_at: sql<string>`now()` }
    return db
      .insertInto('user_roles')
      .values({ company_id: companyId, user_id: userId, role_id: roleId, ...given })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'role_id']).doUpdateSet(given))
      .execute()
  },

  /** Ends direct assignments; those through organisations stay. */
  revoke: (db: Db, { companyId, userId }: Owner, roleIds: readonly string[]) =>
    db
      .deleteFrom('user_roles')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('role_id', 'in', roleIds)
      .execute(),
}
