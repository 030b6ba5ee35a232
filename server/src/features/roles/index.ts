import type { Database } from '../../kernel/db/database.ts'
import type { SessionService } from '../session/index.ts'
import { createRoleGrants } from './role-grants.service.ts'
import { createRoleMembers } from './role-members.service.ts'
import { rolesRoutes } from './roles.routes.ts'
import { createRoles } from './roles.service.ts'

export { roleConstraints } from './constraints.ts'
export type { WearersOf as Wearers } from './grant-effect.ts'
export { confirmWorn, impactOnWearers } from './role-effects.ts'

/** Every call about roles. In: the sessions, to let go of what they believe of people whose rights changed. */
export const createRolesRoutes = ({ sessions, database }: { sessions: SessionService; database: Database }) =>
  rolesRoutes({
    roles: createRoles({ sessions, database }),
    grants: createRoleGrants(sessions),
    members: createRoleMembers(sessions),
  })
