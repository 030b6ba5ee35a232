export type { AssigneeGroup } from './grant-effect.ts'
export { impactOnAssignees } from './role-effects.ts'
export { findRoleHits } from './role-hits.repository.ts'
