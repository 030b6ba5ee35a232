import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

/** What a provider's rules have given a person, and what they still hold of it: a row ends with its assignment. */
export const mappedRepository = {
  roles: async (db: Db, { companyId, userId }: Owner, providerId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('identity_mapped_roles')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where('provider_id', '=', providerId)
        .select('role_id')
        .execute()
    ).map((row) => row.role_id),
  addRoles: (db: Db, { companyId, userId }: Owner, providerId: string, ids: readonly string[]) =>
    db
      .insertInto('identity_mapped_roles')
      .values(ids.map((role_id) => ({ company_id: companyId, user_id: userId, provider_id: providerId, role_id })))
      .execute(),

  organizations: async (db: Db, { companyId, userId }: Owner, providerId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('identity_mapped_orgs')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where('provider_id', '=', providerId)
        .select('org_id')
        .execute()
    ).map((row) => row.org_id),
  addOrganizations: (db: Db, { companyId, userId }: Owner, providerId: string, ids: readonly string[]) =>
    db
      .insertInto('identity_mapped_orgs')
      .values(ids.map((org_id) => ({ company_id: companyId, user_id: userId, provider_id: providerId, org_id })))
      .execute(),
}
