export { grantsStamp } from './access.repository.ts'
export { holdsAdminRole } from './admin-role-holders.repository.ts'
export { adminContacts, isAdministrator, isAdminRole } from './administrators.repository.ts'
export { type Authorization, createAuthorization } from './authorization.ts'
export { assignRootRole } from './builtin-roles.ts'
export { companyAdmin } from './company-roles.ts'
export { elementHolders } from './element-holders.repository.ts'
export { findGivenRowsBeyond, type Given, membersWith, pairs } from './given-rows.repository.ts'
export {
  findRoleOptions,
  type GrantLimits,
  type Grantor,
  readCeiling,
  readGrantLimits,
} from './grant-limits.ts'
export type { GrantsReader } from './grants-reader.ts'
export { guestRights, type HeldRights, readLimitedFields, readRights } from './held-rights.ts'
export { ancestorNames, organizationPath, pathIds, readOrganizationPaths } from './organization-path.repository.ts'
export { findOutOfScope } from './out-of-scope.ts'
export {
  companiesInScope,
  type GainedRights,
  type PlanCeiling,
  type PlanScope,
} from './plan-ceiling.repository.ts'
export type { PageElement, ProductMenus } from './product-menus.ts'
export {
  findElementNames,
  findOrganizations,
  findRightsBeyondPlan,
  listRoles,
  readModuleRights,
  readPlanCeiling,
  restoreRevokedRights,
  roleNamesForOrganizations,
} from './reads-of-rights.ts'
export type { HeldRight } from './rights-beyond-plan.repository.ts'
export { type RoleWithRights, roleAssignmentsRepository as roleAssignments } from './role-assignments.repository.ts'
export { roleGrantsRepository as roleGrants } from './role-grants.repository.ts'
export { canGrant, canGrantRows, grantableScopes, type RoleRights } from './role-rights.ts'
export { rolesInForceJson } from './roles-in-force.repository.ts'
export { readRowScopes, rowsByRole } from './row-scopes.ts'
export { canHaveScopeOrg, canSeeEverybody, canSeeScopeOrg } from './scope-orgs.ts'
export { visibleRows } from './visible-rows.ts'
