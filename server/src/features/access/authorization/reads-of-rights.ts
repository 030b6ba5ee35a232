import { accessRepository } from './access.repository.ts'
import { planCeilingRepository } from './plan-ceiling.repository.ts'
import { rightsBeyondPlanRepository } from './rights-beyond-plan.repository.ts'
import { rowScopesRepository } from './row-scopes.repository.ts'

/** A user's roles in force, by name. */
export const listRoles = accessRepository.roles
/** All elements by code, with their names and those of their modules. */
export const findElementNames = accessRepository.elementNames
/**
 * Names of roles whose data scope names one of these organisations or a descendant, or that are assigned for one. Takes
 * their paths.
 */
export const roleNamesForOrganizations = rowScopesRepository.roleNamesForOrganizations
/** Ids, names and paths of a company's organisations; unknown ids are left out. */
export const findOrganizations = rowScopesRepository.findOrganizations
/**
 * Upper limit of what the roles of a company can hold; undefined for companies without a plan: the operator's own and
 * its members'.
 */
export const readPlanCeiling = planCeilingRepository.ofCompany
/** What a plan has of a module: what administrators get back when it is switched on. */
export const readModuleRights = planCeilingRepository.rightsOfModule
/** What the roles of tenants hold beyond a plan, which that plan would take, by the id of the top company. */
export const findRightsBeyondPlan = rightsBeyondPlanRepository.find
/** Gives it back to the roles that still exist, as far as the tenant's plan holds it. */
export const restoreRevokedRights = rightsBeyondPlanRepository.giveBack
