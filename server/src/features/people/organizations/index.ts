import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { organizationMembersRepository } from './organization-members.repository.ts'
import { organizationsRepository } from './organizations.repository.ts'

/** Names of the existing organisations among these, in the order of the ids. */
export const organizationNames = organizationsRepository.names
export { findOrganizationHits } from './organization-hits.repository.ts'
export { primaryOrganizationName } from './primary-organization.repository.ts'
/** How a user belongs to organisations. */
export const listOrganizations = (db: Db, { companyId, userId }: Owner) =>
  organizationMembersRepository.ofUsers(db, companyId, [userId])
