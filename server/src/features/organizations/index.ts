import { type ConfirmWorn, createOrganizationMembers, letIntoOrganizations } from './organization-members.service.ts'
import { createOrganizationRoles } from './organization-roles.service.ts'
import { organizationsRepository } from './organizations.repository.ts'
import { organizationsRoutes, postsRoutes } from './organizations.routes.ts'
import { createOrganizations, type Trees } from './organizations.service.ts'

export { organizationConstraints } from './constraints.ts'
export { letIntoOrganizations }

/** The names of those organisations of a company that are there, in the order of their ids. */
export const organizationNames = organizationsRepository.names

/**
 * Every call about organisations and posts. In: the sessions, to let go of what they believe of whose rows people see; how
 * trees are read, also of companies that somebody may switch into; and what shows what other roles do to people.
 */
export const createOrganizationsRoutes = ({ confirmWorn, ...trees }: Trees & { confirmWorn: ConfirmWorn }) => [
  ...organizationsRoutes({
    tree: createOrganizations(trees),
    members: createOrganizationMembers(trees.sessions, confirmWorn),
    roles: createOrganizationRoles(trees.sessions),
  }),
  ...postsRoutes,
]
