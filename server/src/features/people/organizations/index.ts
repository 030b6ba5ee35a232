import { organizationsRepository } from './organizations.repository.ts'

/** Names of the existing organisations among these, in the order of the ids. */
export const organizationNames = organizationsRepository.names
export { findOrganizationHits } from './organization-hits.repository.ts'
export { primaryOrganizationName } from './primary-organization.repository.ts'
