import type { SessionService } from '../session/index.ts'
import { createOrganizationMembers, letIntoOrganizations } from './organization-members.service.ts'
import { createOrganizationRoles } from './organization-roles.service.ts'
import { organizationsRepository } from './organizations.repository.ts'
import { organizationsRoutes, postsRoutes } from './organizations.routes.ts'
import { createOrganizations } from './organizations.service.ts'

export { organizationConstraints } from './constraints.ts'
export { letIntoOrganizations }

/** The names of those organisations of a company that are there, in the order of their ids. */
export const organizationNames = organizationsRepository.names

/** Every call about organisations and posts. In: the sessions, to let go of what they believe of whose rows people see. */
export const createOrganizationsRoutes = (sessions: SessionService) => [
  ...organizationsRoutes({
    tree: createOrganizations(sessions),
    members: createOrganizationMembers(sessions),
    roles: createOrganizationRoles(sessions),
  }),
  ...postsRoutes,
]
