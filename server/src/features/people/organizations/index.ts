import {
  addToOrganizations,
  type ConfirmAssignments,
  createOrganizationMembers,
} from './organization-members.service.ts'
import { createOrganizationRoles } from './organization-roles.service.ts'
import { organizationsRepository } from './organizations.repository.ts'
import { organizationsRoutes } from './organizations.routes.ts'
import { createOrganizations, type TreeDependencies } from './organizations.service.ts'

export { organizationConstraints } from './constraints.ts'
export { addToOrganizations }

/** Names of the existing organisations among these, in the order of the ids. */
export const organizationNames = organizationsRepository.names

/**
 * Routes for organisations. `sessions` drops cached row scopes, `visitedOrgs` reads the trees of companies
 * the caller can switch into, `confirmAssignments` asks for confirmation of the impact of role changes.
 */
export const createOrganizationsRoutes = ({
  confirmAssignments,
  ...trees
}: TreeDependencies & { confirmAssignments: ConfirmAssignments }) =>
  organizationsRoutes({
    tree: createOrganizations(trees),
    members: createOrganizationMembers(trees.sessions, confirmAssignments),
    roles: createOrganizationRoles(trees.sessions),
  })
