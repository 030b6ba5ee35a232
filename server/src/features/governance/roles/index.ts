import type { Database } from '../../../kernel/db/database.ts'
import type { SessionService } from '../../identity/session/index.ts'
import { createRoleGrants } from './role-grants.service.ts'
import { createRoleMembers } from './role-members.service.ts'
import { rolesRoutes } from './roles.routes.ts'
import { createRoles } from './roles.service.ts'

export { roleConstraints } from './constraints.ts'
export type { AssigneeGroup } from './grant-effect.ts'
export { confirmAssignments, impactOnAssignees } from './role-effects.ts'

/** Routes of roles. In: the sessions, to drop cached rights of changed users. */
export const createRolesRoutes = ({ sessions, database }: { sessions: SessionService; database: Database }) =>
  rolesRoutes({
    roles: createRoles({ sessions, database }),
    grants: createRoleGrants(sessions),
    members: createRoleMembers(sessions),
  })
