import type { UsersExport } from '@atrium/contract/features/people/users/users.contract.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Actor } from '../../../../kernel/scope.ts'

/** Names of the role and the organisation that a filter asks for. */
export const findFilterNames = async (
  db: Db,
  { companyId }: Actor,
  { 'f.roleId': roleId, 'f.orgId': orgId }: UsersExport,
) => {
  const nameIn = async (table: 'roles' | 'orgs', id: string | undefined) => {
    if (id === undefined) return undefined
    const found = await db
      .selectFrom(table)
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select('name')
      .executeTakeFirst()
    return found?.name
  }
  return { roleId: await nameIn('roles', roleId), orgId: await nameIn('orgs', orgId) }
}
