import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../kernel/db/database.ts'
import { strictest } from '../../kernel/restrictions.ts'
import { type Actor, AppError, ownerOf } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import { accessRepository } from './access.repository.ts'
import { companyAdmin } from './company-admin.ts'
import { companyAuditor } from './company-auditor.ts'
import { withoutCustomersAlone } from './customers-alone.ts'
import { idsIn, menuTree } from './menu-tree.ts'
import { menuSeeds } from './menus.ts'
import { type PlanCeiling, planCeilingRepository } from './plan-ceiling.repository.ts'
import { platformRoles } from './platform-roles.ts'
import { readingElements } from './reading-elements.ts'
import { rowScopesRepository } from './row-scopes.repository.ts'
import { mergeMenus } from './sync-menus.ts'

export { isAnchorable, seesAnchor } from './anchors.ts'
export { companyAdmin } from './company-admin.ts'
export { companyAuditor } from './company-auditor.ts'
export { covers, type RoleRights, sees } from './covers.ts'
export { ceilingOf, type Giver, type Giving, givingOf, offeredRoles } from './giving.ts'
export { createNeeds, elementOfPage, needsOf, pageNeeds } from './menus.ts'
export { type Below, companiesBelow, type Gained, type PlanCeiling } from './plan-ceiling.repository.ts'
export { rowsByRole, rowsOf } from './row-scopes.ts'
export { seenRows } from './seen-rows.ts'
export { giveStandardPlan } from './standard-plan-round.ts'
export { type GivingRole, wornRolesRepository as wornRoles } from './worn-roles.repository.ts'

export const rolesOf = accessRepository.roles
/** The names of the roles that show data of these organisations by name, or below; by their paths. */
export const rolesReaching = rowScopesRepository.reaching
/** What organisations of a company are called and where they stand; without those that are not there. */
export const organizationsNamed = rowScopesRepository.named
/** The code of every right there is. */
export const everyElement = accessRepository.elements

type Rights = {
  permissions: Actor['permissions']
  /** What his roles give, also what the plan of his company keeps back. */
  held: Actor['permissions']
  plan: PlanCeiling | undefined
  /** In how many seconds a role of his begins or ends by itself; null when none does. */
  changesIn: number | null
}
/** What somebody may, what his roles give him, and the plan of the company he acts in, which may hold less. */
export type HeldRights = Pick<Rights, 'permissions' | 'held' | 'plan'>
/** What somebody may do now, and how long that stands if nobody changes it. */
export const rightsOf = async (db: Db, companyId: string, userId: string): Promise<Rights> => {
  const [{ everything, elements, changesIn }, plan] = await Promise.all([
    accessRepository.permissions(db, companyId, userId),
    planCeilingRepository.of(db, companyId),
  ])
  const held = everything ? 'everything' : new Set(elements)
  return { permissions: within(plan, held), held, plan, changesIn }
}
const within = (plan: PlanCeiling | undefined, held: Actor['permissions']): Actor['permissions'] => {
  if (!plan) return held
  return new Set(plan.elements.filter((code) => held === 'everything' || held.has(code)))
}
const nothing: PlanCeiling = { name: '无', elements: [], menus: [] }
/**
 * What somebody may who acts in another company: what he may at home, as far as that company's plan holds it, and nothing where
 * it has none (threat T13). In: what he may at home, and the ceiling of the company he acts in.
 */
export const asGuest = (held: Actor['permissions'], ceiling: PlanCeiling | undefined) => {
  const plan = ceiling ?? nothing
  return { permissions: within(plan, held), held, plan }
}
/** What the roles of a company can hold at most; undefined for the operator's own and the members', which have no plan. */
export const planCeilingOf = planCeilingRepository.of

/** Brings all roles below a ceiling under it, and gives what is gained to each company's administrator: elements by code, menus by id. */
export const alignToCeiling = planCeilingRepository.align

/** Module → operations, as the wire carries them. */
const byModule = (elements: readonly string[]) => {
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
  wearer: { userId: string; companyId: string },
  { limitedBy, isPlatform }: { limitedBy: string; isPlatform: boolean },
) => {
  const all = await accessRepository.granted(db, wearer, limitedBy)
  const granted = isPlatform ? withoutCustomersAlone(all) : all
  const [menus, modules] = [menuTree(granted.menus), byModule(granted.elements)]
  const shown = idsIn(menus)
  const fields = strictest(all.restrictions) ?? {}
  const home = granted.homes.find((id) => shown.has(id)) ?? null
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
/** Answers a node keeps; most people of a company share theirs with those who wear the same roles. */
const keptGrants = 500

/**
 * Menus and operations together, with a version that changes when either does. What they hang on is read each time, not
 * believed: whoever was told that something changed may ask a node that has not noticed yet. Out: a function of the caller.
 */
export const createGrants = () => {
  const kept = new LRUCache<string, Grants>({ max: keptGrants })
  return async (db: Db, actor: Actor): Promise<Grants> => {
    const { companyId, platform } = actor
    // A guest brings what he holds along; the company he acts in says how much of it he may have there.
    const wearer = ownerOf(actor)
    const by = await accessRepository.grantedBy(db, wearer, companyId)
    const known = kept.get(by)
    if (known) return known
    const grants = await readGrants(db, wearer, { limitedBy: companyId, isPlatform: platform })
    kept.set(by, grants)
    return grants
  }
}

/** Writes down the menus the product brings. */
export const syncMenus = (db: Db): Promise<void> => mergeMenus(db, menuSeeds)

const orCodeTaken = (roleId: string | undefined): string => {
  if (roleId === undefined) throw new AppError(rolesErrors.codeTaken)
  return roleId
}

/** Gives somebody the role that holds everything. */
export const makeRoot = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const root = { companyId, code: 'platform-root', name: '平台超级管理员', everything: true }
  await accessRepository.assignRole(db, companyId, userId, orCodeTaken(await accessRepository.ensureBuiltin(db, root)))
}

/** Puts the roles in place that the operator's own company has beside its root, and what they hold in this version. Safe to repeat. */
export const alignPlatformRoles = async (db: Db, companyId: string): Promise<void> => {
  for (const { held, ...role } of platformRoles) {
    const roleId = await accessRepository.ensureBuiltin(db, { companyId, ...role })
    if (roleId !== undefined) await accessRepository.hold(db, { companyId, roleId }, held)
  }
}

/**
 * Makes the standard plan hold what this version of the product means companies to hold, and takes from their roles what it holds
 * no more, and from those of auditors what changes something by now; what is new is given by `giveStandardPlan`. Safe to repeat.
 */
export const alignStandardPlan = async (db: Db): Promise<void> => {
  await planCeilingRepository.noteReading(db, readingElements)
  const changed = await planCeilingRepository.alignStandard(db, companyAdmin.held)
  if (changed?.lost) await planCeilingRepository.align(db, { planId: changed.id }, { elements: [], menus: [] })
}

/**
 * Gives somebody the role that looks after his company, which holds all that the company's plan does; it and the auditor's are
 * made if need be. Safe to repeat. Throws `codeTaken` where people gave its code to a role of theirs.
 */
export const makeCompanyAdmin = async (db: Db, companyId: string, userId: string): Promise<void> => {
  const topId = await planCeilingRepository.tenantOf(db, companyId)
  const plan = await planCeilingRepository.of(db, companyId)
  const [keeping] = await Promise.all(
    [companyAdmin, companyAuditor].map(async ({ held, ...role }) => {
      const roleId = await accessRepository.ensureBuiltin(db, { companyId, ...role })
      if (roleId !== undefined && !plan) await accessRepository.hold(db, { companyId, roleId }, held)
      return roleId
    }),
  )
  if (topId !== undefined && plan) await planCeilingRepository.align(db, { topId }, plan)
  await accessRepository.assignRole(db, companyId, userId, orCodeTaken(keeping))
}
