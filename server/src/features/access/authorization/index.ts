import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { strictestRestrictions } from '../../../kernel/restrictions.ts'
import { type Actor, AppError, toOwner } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { accessRepository } from './access.repository.ts'
import { companyAdmin } from './company-admin.ts'
import { companyAuditor } from './company-auditor.ts'
import { withoutCustomerOnly } from './customer-only.ts'
import { buildMenuTree, collectMenuIds } from './menu-tree.ts'
import { menuSeeds } from './menus.ts'
import { type PlanCeiling, planCeilingRepository } from './plan-ceiling.repository.ts'
import { platformRoles } from './platform-roles.ts'
import { readOnlyElements } from './read-only-elements.ts'
import { rightsBeyondPlanRepository } from './rights-beyond-plan.repository.ts'
import { rowScopesRepository } from './row-scopes.repository.ts'
import { mergeMenus } from './sync-menus.ts'

export { adminContacts, isAdministrator, isAdminRole } from './administrators.repository.ts'
export { companyAdmin } from './company-admin.ts'
export { companyAuditor } from './company-auditor.ts'
export { elementHolders } from './element-holders.repository.ts'
export { findGivenRowsBeyond, type Given, membersWith, pairs } from './given-rows.repository.ts'
export {
  findRoleOptions,
  type GrantLimits,
  type Grantor,
  readCeiling,
  readGrantLimits,
} from './grant-limits.ts'
export {
  createRequiredElementIds,
  elementOfPage,
  listRequiredElements,
  pageElements,
  productPages,
} from './menus.ts'
export { ancestorNames, organizationPath, pathIds } from './organization-path.repository.ts'
export { findOutOfScope } from './out-of-scope.ts'
export {
  companiesInScope,
  type GainedRights,
  type PlanCeiling,
  type PlanScope,
} from './plan-ceiling.repository.ts'
export type { HeldRight } from './rights-beyond-plan.repository.ts'
export { type RoleWithRights, roleAssignmentsRepository as roleAssignments } from './role-assignments.repository.ts'
export { roleGrantsRepository as roleGrants } from './role-grants.repository.ts'
export { canGrant, canGrantRows, grantableScopes, type RoleRights } from './role-rights.ts'
export { readRowScopes, rowsByRole } from './row-scopes.ts'
export { canHaveScopeOrg, canSeeEverybody, canSeeScopeOrg } from './scope-orgs.ts'
export { rollOutStandardPlan } from './standard-plan-rollout.ts'
export { visibleRows } from './visible-rows.ts'

export const listRoles = accessRepository.roles
/**
 * Names of roles whose data scope names one of these organisations or a descendant, or that are assigned for one. In:
 * their paths.
 */
export const roleNamesForOrganizations = rowScopesRepository.roleNamesForOrganizations
/** Ids, names and paths of a company's organisations; unknown ids are left out. */
export const findOrganizations = rowScopesRepository.findOrganizations
/** All elements by code, with their names and those of their modules. */
export const findElementNames = accessRepository.elementNames

type Rights = {
  permissions: Actor['permissions']
  /** What the roles grant, including what the plan withholds. */
  heldPermissions: Actor['permissions']
  plan: PlanCeiling | undefined
  /** Seconds until a role assignment starts or expires; null if none does. */
  changesIn: number | null
}
/** Effective permissions, those granted by roles, and the plan of the company acted in, which may hold less. */
export type HeldRights = Pick<Rights, 'permissions' | 'heldPermissions' | 'plan'>
/** A user's current rights, and how long they stay valid without a change. */
export const readRights = async (db: Db, companyId: string, userId: string): Promise<Rights> => {
  const [{ everything, elements, changesIn }, plan] = await Promise.all([
    accessRepository.permissions(db, companyId, userId),
    planCeilingRepository.ofCompany(db, companyId),
  ])
  const heldPermissions = everything ? 'everything' : new Set(elements)
  return { permissions: limitToPlan(plan, heldPermissions), heldPermissions, plan, changesIn }
}
const limitToPlan = (plan: PlanCeiling | undefined, held: Actor['permissions']): Actor['permissions'] => {
  if (!plan) return held
  return new Set(plan.elements.filter((code) => held === 'everything' || held.has(code)))
}
const emptyPlan: PlanCeiling = { name: '无', elements: [], menus: [] }
/** Rights of a guest: their rights at home limited to the visited company's plan; none if it has no plan. */
export const guestRights = (heldPermissions: Actor['permissions'], ceiling: PlanCeiling | undefined) => {
  const plan = ceiling ?? emptyPlan
  return { permissions: limitToPlan(plan, heldPermissions), heldPermissions, plan }
}
/**
 * Upper limit of what the roles of a company can hold; undefined for companies without a plan: the operator's own and
 * its members'.
 */
export const readPlanCeiling = planCeilingRepository.ofCompany

/**
 * Limits all roles of companies in a plan scope to their plan, and grants gained rights to each company's
 * administrator. Takes elements by code, menus by id.
 */
export const alignToCeiling = planCeilingRepository.align
/** What the roles of tenants hold beyond a plan, which that plan would take, by the id of the top company. */
export const findRightsBeyondPlan = rightsBeyondPlanRepository.find
/** Gives it back to the roles that still exist, as far as the tenant's plan holds it. */
export const restoreRevokedRights = rightsBeyondPlanRepository.giveBack

/** Operations by module, as the reply carries them. */
const groupByModule = (elements: readonly string[]) => {
  const modules: Record<string, string[]> = {}
  for (const code of elements) {
    const [module = '', operation = ''] = code.split(':')
    modules[module] ??= []
    modules[module].push(operation)
  }
  return modules
}

type Grants = Awaited<ReturnType<typeof readGrants>>
const readGrants = async (
  db: Db,
  assignee: { userId: string; companyId: string },
  { planCompanyId, isPlatform }: { planCompanyId: string; isPlatform: boolean },
) => {
  const all = await accessRepository.grants(db, assignee, planCompanyId)
  const granted = isPlatform ? withoutCustomerOnly(all) : all
  const [menus, modules] = [buildMenuTree(granted.menus), groupByModule(granted.elements)]
  const menuIds = collectMenuIds(menus)
  const fields = strictestRestrictions(all.restrictions) ?? {}
  const home = granted.homes.find((id) => menuIds.has(id)) ?? null
  return {
    menus,
    modules,
    fields,
    home,
    grantVersion: digest(JSON.stringify([menus, modules, fields, home]))
      .toString('base64url')
      .slice(0, 16),
  }
}
/** Cached grants per node. Users of a company with the same roles share one entry. */
const maxCachedGrants = 500

/**
 * Returns a function that reads an actor's menus and operations, with a version that changes when either does. The
 * stamp is read on every call: a client that was notified of a change may ask a node that has not noticed it yet.
 */
export const createGrantsReader = () => {
  const cache = createCache<string, Grants>(maxCachedGrants)
  return async (db: Db, actor: Actor): Promise<Grants> => {
    const { companyId, platform } = actor
    // A guest keeps the rights from home; the plan of the company acted in limits them.
    const assignee = toOwner(actor)
    const stamp = await accessRepository.grantsStamp(db, assignee, companyId)
    const cached = cache.get(stamp)
    if (cached) return cached
    const grants = await readGrants(db, assignee, { planCompanyId: companyId, isPlatform: platform })
    cache.set(stamp, grants)
    return grants
  }
}

/** Writes the product's menus. */
export const syncMenus = (db: Db): Promise<void> => mergeMenus(db, menuSeeds)

const assertCodeFree = (roleId: string | undefined): string => {
  if (roleId === undefined) throw new AppError(rolesErrors.codeTaken)
  return roleId
}

/** Assigns the role that holds everything. */
export const assignRootRole = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const root = { companyId, code: 'platform-root', name: '平台超级管理员', everything: true }
  await accessRepository.assignRole(
    db,
    companyId,
    userId,
    assertCodeFree(await accessRepository.ensureBuiltin(db, root)),
  )
}

/**
 * Creates the built-in roles of the operator's company besides root and sets their rights for this version. Idempotent.
 */
export const alignPlatformRoles = async (db: Db, companyId: string): Promise<void> => {
  for (const { rights, ...role } of platformRoles) {
    const roleId = await accessRepository.ensureBuiltin(db, { companyId, ...role })
    if (roleId !== undefined) await accessRepository.setRights(db, { companyId, roleId }, rights)
  }
}

/**
 * Sets the standard plan to this version's rights, and removes from company roles what the plan no longer holds, and
 * from auditors elements that now mutate. `rollOutStandardPlan` grants what is new. Idempotent.
 */
export const alignStandardPlan = async (db: Db): Promise<void> => {
  await planCeilingRepository.markReadOnlyElements(db, readOnlyElements)
  const changed = await planCeilingRepository.alignStandard(db, companyAdmin.rights)
  if (changed?.lost) await planCeilingRepository.align(db, { planId: changed.id }, { elements: [], menus: [] })
}

/**
 * Assigns the company administrator role, which holds everything in the company's plan; creates it and the auditor role
 * if missing. Idempotent.
 * @throws `codeTaken` if a custom role uses its code
 */
export const assignCompanyAdmin = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const topId = await planCeilingRepository.findTenant(db, companyId)
  const plan = await planCeilingRepository.ofCompany(db, companyId)
  const [adminRoleId] = await Promise.all(
    [companyAdmin, companyAuditor].map(async ({ rights, ...role }) => {
      const roleId = await accessRepository.ensureBuiltin(db, { companyId, ...role })
      if (roleId !== undefined && !plan) await accessRepository.setRights(db, { companyId, roleId }, rights)
      return roleId
    }),
  )
  if (topId !== undefined && plan) await planCeilingRepository.align(db, { topId }, plan)
  await accessRepository.assignRole(db, companyId, userId, assertCodeFree(adminRoleId))
}
