import { ruleKindOf } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import type { RoleGrantsWrite } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { customRestriction } from '@atrium/contract/kernel/custom-fields.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { givenName } from '../../../kernel/texts/product-name.ts'
import {
  type Authorization,
  canGrantRows,
  type GrantLimits,
  grantableScopes,
  type RoleRights,
  readGrantLimits,
  readPlanCeiling,
} from '../../access/authorization/index.ts'
import { createForest, menus } from '../../access/menus/index.ts'
import { registry } from '../../access/registry/index.ts'
import type { SessionService } from '../../identity/session/index.ts'
import { organizationNames } from '../../people/organizations/index.ts'
import { refuseRowsBeyond } from '../../people/users/index.ts'
import { findRuleProblem, type RuleFields } from './data-rule-problem.ts'
import { elementCells, type GrantView, menuCells } from './grant-cells.ts'
import { confirmRoleChange } from './role-effects.ts'
import { completeRights, lockChangeableRole, refuseUnassignable } from './role-rules.ts'
import { type OwnGrants, rolesRepository as repository } from './roles.repository.ts'
import { rowsKey } from './rows-effect.ts'

const noRights: RoleRights = { everything: false, elements: [], menus: [], rowScopes: [] }
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const symmetricDifference = (one: readonly string[], other: readonly string[]) => {
  const [ones, others] = [new Set(one), new Set(other)]
  return [...one.filter((each) => !others.has(each)), ...other.filter((each) => !ones.has(each))]
}
const inheritedRights = (scope: RequestScope, parent: string | null) =>
  parent === null ? noRights : completeRights(scope, parent)
const findGrants = async ({ db, actor }: RequestScope, id: string) =>
  orNotFound(await repository.findGrants(db, actor.companyId, id))

type GrantContext = {
  elements: Awaited<ReturnType<typeof registry.elements>>
  forest: ReturnType<typeof createForest<Awaited<ReturnType<typeof menus.all>>[number]>>
  inherited: RoleRights
}
/** Brings requested grants into stored form: with the ancestors of each menu, without inherited grants. */
const normalizeGrants = (
  before: OwnGrants,
  requested: OwnGrants,
  { elements, forest, inherited }: GrantContext,
): OwnGrants => {
  const [ownMenus, ownElems] = [new Set(before.menus), new Set(before.elems)]
  const codes = new Map(elements.map(({ id, code }) => [id, code]))
  const [menusAbove, elementsAbove] = [new Set(inherited.menus), new Set(inherited.elements)]
  const menuIds = requested.menus.flatMap((id) => {
    const menu = forest.get(id)
    if (!menu) throw refusalAt(rolesErrors.noSuchMenu, 'menus')
    return (forest.withAncestors(menu) ?? [menu]).map((each) => each.id)
  })
  const isOwnElement = (id: string) => {
    const code = codes.get(id)
    if (code === undefined) throw refusalAt(rolesErrors.noSuchElement, 'elems')
    return ownElems.has(id) || !elementsAbove.has(code)
  }
  return {
    ...requested,
    menus: [...new Set(menuIds)].filter((id) => ownMenus.has(id) || !menusAbove.has(id)).sort(),
    elems: [...new Set(requested.elems)].filter(isOwnElement).sort(),
    assignable: [...new Set(requested.assignable)].sort(),
    dataOrgIds: requested.dataScope === 'custom' ? [...new Set(requested.dataOrgIds)].sort() : [],
  }
}

/**
 * Custom fields that rules may compare: those that the caller sees as a whole, as they could be found out by what a rule
 * shows.
 */
const comparableFields = async ({ db, actor }: RequestScope): Promise<RuleFields> => {
  const fields = await repository.userFields(db)
  const seen = fields.filter(({ key }) => !isHiddenOrMasked(actor.restricted?.[customRestriction('user', key)]))
  return Object.fromEntries(
    seen.map(({ key, name, kind }) => [`custom.${key}`, { label: givenName(name), kind: ruleKindOf(kind) }]),
  )
}

/** Rules that the role has already stay. */
const refuseInvalidRules = async (scope: RequestScope, before: OwnGrants, { rules }: OwnGrants) => {
  const kept = new Set(before.rules.map((rule) => JSON.stringify(rule)))
  const custom = await comparableFields(scope)
  rules.forEach((rule, at) => {
    const problem = kept.has(JSON.stringify(rule)) ? undefined : findRuleProblem(rule, custom)
    if (!problem) return
    const errors = [{ field: `rules.${at}.${problem.field}`, msg: problem.msg }]
    throw new AppError({ ...rolesErrors.badRule, msg: problem.msg }, { errors })
  })
}

/** No role may exceed its company's plan, whatever the caller holds. */
const refuseBeyondPlan = async (
  { db, actor }: RequestScope,
  before: OwnGrants,
  requested: OwnGrants,
  { elements }: GrantContext,
) => {
  const plan = await readPlanCeiling(db, actor.companyId)
  if (!plan) return
  const [elems, menuIds] = [new Set(plan.elements), new Set(plan.menus)]
  const [hadElems, hadMenus] = [new Set(before.elems), new Set(before.menus)]
  const codes = new Map(elements.map(({ id, code }) => [id, code]))
  if (requested.elems.some((id) => !hadElems.has(id) && !elems.has(codes.get(id) ?? '')))
    throw refusalAt(rolesErrors.beyondPlan, 'elems')
  if (requested.menus.some((id) => !hadMenus.has(id) && !menuIds.has(id)))
    throw refusalAt(rolesErrors.beyondPlan, 'menus')
}

/**
 * Callers can neither grant nor revoke what they lack themselves; only differences count.
 * @throws `beyondOwnRights`
 */
const refuseBeyondCeiling = (
  limits: GrantLimits,
  before: OwnGrants,
  requested: OwnGrants,
  { elements }: GrantContext,
) => {
  const { ceiling } = limits
  if (ceiling.everything) return
  const codes = new Map(elements.map(({ id, code }) => [id, code]))
  const [heldElements, heldMenus] = [new Set(ceiling.elements), new Set(ceiling.menus)]
  if (symmetricDifference(before.elems, requested.elems).some((id) => !heldElements.has(codes.get(id) ?? '')))
    throw refusalAt(rolesErrors.beyondOwnRights, 'elems')
  if (symmetricDifference(before.menus, requested.menus).some((id) => !heldMenus.has(id)))
    throw refusalAt(rolesErrors.beyondOwnRights, 'menus')
  const rowsDiffer = rowsKey(before) !== rowsKey(requested)
  if (rowsDiffer && [before, requested].some((each) => !canGrantRows(ceiling.rowScopes, each)))
    throw refusalAt(rolesErrors.beyondOwnRights, 'dataScope')
  if (!isSame(before.assignable, requested.assignable)) refuseUnassignable(limits, requested.assignable)
}

const impactParts = (granted: OwnGrants) => ({
  elems: granted.elems,
  menus: granted.menus,
  rows: rowsKey(granted),
})

export type RoleGrantsPorts = {
  sessions: SessionService
  authorization: Pick<Authorization, 'productMenus'>
}

/** Grants of roles: reading and changing them. */
export const createRoleGrants = ({ sessions, authorization: { productMenus } }: RoleGrantsPorts) => {
  /** Replaces the grants of a role. `showsImpact`: gains and losses are confirmed first. */
  const change = async (
    scope: RequestScope,
    id: string,
    version: number,
    toRequested: (before: OwnGrants) => OwnGrants,
    showsImpact = true,
  ) => {
    const { db, actor } = scope
    const role = await lockChangeableRole(scope, id)
    const { version: _, ...before } = await findGrants(scope, id)
    assertVersion({ id, ...before, version: role.version }, version)
    const [elements, allMenus] = [await registry.elements(db), await menus.all(db)]
    const known = { elements, forest: createForest(allMenus), inherited: await inheritedRights(scope, role.parent) }
    const requested = normalizeGrants(before, toRequested(before), known)
    await refuseInvalidRules(scope, before, requested)
    await refuseUnknownTargets(scope, requested, known)
    await refuseUnknownOrganizations(scope, before, requested)
    await refuseBeyondPlan(scope, before, requested, known)
    refuseBeyondCeiling(await readGrantLimits(db, actor), before, requested, known)
    if (rowsKey(before) !== rowsKey(requested))
      await refuseRowsBeyond(db, actor, { changed: { roleId: id, dataScope: requested.dataScope } }, 'dataScope')
    const bitOf = new Map(elements.map((element) => [element.id, element.bit]))
    const bits = requested.elems.flatMap((each) => bitOf.get(each) ?? [])
    if (showsImpact && !isSame(impactParts(before), impactParts(requested)))
      await confirmRoleChange(scope, id, { bits }, { before, after: requested })
    await repository.writeGrants(db, actor.companyId, id, requested, toAuthor(scope))
    scope.note({
      entityId: id,
      entityName: role.name,
      before: await toAuditValues(scope, before, known),
      after: await toAuditValues(scope, requested, known),
    })
    scope.afterCommit(sessions.forgetAll)
    return null
  }
  const refuseUnknownTargets = async (
    { db, actor }: RequestScope,
    requested: OwnGrants,
    { inherited }: GrantContext,
  ) => {
    if (requested.assignable.length > 0) {
      const existing = await repository.names(db, actor.companyId, requested.assignable)
      if (existing.length < requested.assignable.length) throw refusalAt(rolesErrors.noSuchRole, 'assignable')
    }
    const isHomeGranted =
      requested.home === null || requested.menus.includes(requested.home) || inherited.menus.includes(requested.home)
    if (!isHomeGranted && !inherited.everything) throw refusalAt(rolesErrors.homeNotGranted, 'home')
  }
  /** Stored organisations may have been deleted since; added ones must exist. */
  const refuseUnknownOrganizations = async ({ db, actor }: RequestScope, before: OwnGrants, requested: OwnGrants) => {
    if (requested.dataScope !== 'custom') return
    if (requested.dataOrgIds.length === 0) throw refusalAt(rolesErrors.noOrganization, 'dataOrgIds')
    const added = requested.dataOrgIds.filter((id) => !before.dataOrgIds.includes(id))
    if ((await organizationNames(db, actor.companyId, added)).length < added.length)
      throw refusalAt(rolesErrors.noSuchOrganization, 'dataOrgIds')
  }
  /** Audited by name, which stays readable after rows are deleted. */
  const toAuditValues = async ({ db, actor }: RequestScope, granted: OwnGrants, { elements, forest }: GrantContext) => {
    const roles = granted.assignable.length > 0 ? await repository.names(db, actor.companyId, granted.assignable) : []
    const { dataScope, dataOrgIds, rules, home } = granted
    const elems = new Set(granted.elems)
    return {
      dataScope,
      rules,
      dataOrgIds: await organizationNames(db, actor.companyId, dataOrgIds),
      elems: elements.flatMap(({ id, code }) => (elems.has(id) ? code : [])),
      menus: granted.menus.map((id) => forest.get(id)?.name ?? id),
      assignable: roles.map(({ name }) => name),
      home: home && (forest.get(home)?.name ?? home),
    }
  }
  const loadView = async (scope: RequestScope, id: string): Promise<GrantView & { granted: OwnGrants }> => {
    const { db, actor } = scope
    const role = orNotFound(await repository.find(db, actor, id))
    const [granted, { ceiling }] = [await findGrants(scope, id), await readGrantLimits(db, actor)]
    const plan = await readPlanCeiling(db, actor.companyId)
    return {
      everything: role.everything,
      own: [],
      granted,
      ceiling,
      plan,
      inherited: await inheritedRights(scope, role.parent),
    }
  }

  return {
    async menus(scope: RequestScope, id: string) {
      const { granted, ...seen } = await loadView(scope, id)
      const elements = await registry.elements(scope.db)
      const forest = createForest(await menus.all(scope.db))
      return menuCells(productMenus, { forest, elements }, { ...seen, own: granted.menus })
    },
    async elements(scope: RequestScope, id: string) {
      const { granted, ...seen } = await loadView(scope, id)
      return elementCells(await registry.elements(scope.db), { ...seen, own: granted.elems })
    },
    async grants(scope: RequestScope, id: string) {
      const { ceiling } = await readGrantLimits(scope.db, scope.actor)
      return { ...(await findGrants(scope, id)), grantableScopes: grantableScopes(ceiling) }
    },

    /**
     * Replaces all grants at once.
     * @throws the errors of the single checks, each at its field
     */
    update: (scope: RequestScope, id: string, { version, ...requested }: RoleGrantsWrite) =>
      change(scope, id, version, () => requested),
    updateElements: (scope: RequestScope, id: string, { ids, version }: { ids: string[]; version: number }) =>
      change(scope, id, version, (before) => ({ ...before, elems: ids })),
    /**
     * Gives a role elements, besides those it has.
     * @throws `elementsHeld` if it has them all, and as an update does
     */
    async giveElements(scope: RequestScope, id: string, ids: readonly string[]) {
      const role = await lockChangeableRole(scope, id)
      const { elems } = await findGrants(scope, id)
      const above = new Set((await inheritedRights(scope, role.parent)).elements)
      const known = await registry.elements(scope.db)
      const inherited = known.flatMap((element) => (above.has(element.code) ? element.id : []))
      const held = new Set([...elems, ...inherited])
      if (ids.every((each) => held.has(each))) throw new AppError(rolesErrors.elementsHeld)
      return change(scope, id, role.version, (before) => ({ ...before, elems: [...before.elems, ...ids] }))
    },
    /**
     * Takes elements from a role.
     * @throws `elementsLacking` if it has none of them itself, and as an update does
     */
    async takeElements(scope: RequestScope, id: string, ids: readonly string[]) {
      const role = await lockChangeableRole(scope, id)
      const { elems } = await findGrants(scope, id)
      if (!ids.some((each) => elems.includes(each))) throw new AppError(rolesErrors.elementsLacking)
      const kept = elems.filter((each) => !ids.includes(each))
      return change(scope, id, role.version, (before) => ({ ...before, elems: kept }))
    },
    /**
     * Gives a role the elements back that it had.
     * @throws as an update does
     */
    async restoreElements(scope: RequestScope, id: string, elems: string[]) {
      const role = await lockChangeableRole(scope, id)
      return change(scope, id, role.version, (before) => ({ ...before, elems }))
    },
    /** Replaces the menus; a landing page that is no longer granted is cleared. */
    updateMenus: (scope: RequestScope, id: string, { ids, version }: { ids: string[]; version: number }) =>
      change(
        scope,
        id,
        version,
        (before) => ({
          ...before,
          menus: ids,
          home: before.home !== null && ids.includes(before.home) ? before.home : null,
        }),
        false,
      ),
  }
}
export type RoleGrantsService = ReturnType<typeof createRoleGrants>
