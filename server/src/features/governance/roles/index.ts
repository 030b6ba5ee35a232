export type { AssigneeGroup } from './effective-elements.ts'
export { impactOnAssignees } from './role-effects.ts'
export { findRoleHits } from './role-hits.repository.ts'
export type { RoleMembersService } from './role-members.service.ts'
