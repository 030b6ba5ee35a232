import type { RoleGrants, RoleGrantsWrite } from '@atrium/contract/features/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { type Giving, givingOf, planCeilingOf, type RoleRights, sees } from '../access/index.ts'
import { createForest, menus } from '../menus/index.ts'
import { organizationNames } from '../organizations/index.ts'
import { registry } from '../registry/index.ts'
import type { SessionService } from '../session/index.ts'
import { dataRuleProblem } from './data-rule-problem.ts'
import { elementCells, menuCells, type View } from './grant-cells.ts'
import { confirmChange } from './role-effects.ts'
import { changeable, refuseAssignable, wholeRights } from './role-rules.ts'
import { type Granted, rolesRepository as repository } from './roles.repository.ts'
import { rowsKey } from './rows-effect.ts'

const none: RoleRights = { everything: false, elements: [], menus: [], rowScopes: [] }
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const differing = (one: readonly string[], other: readonly string[]) => {
  const [ones, others] = [new Set(one), new Set(other)]
  return [...one.filter((each) => !others.has(each)), ...other.filter((each) => !ones.has(each))]
}
const above = (scope: RequestScope, parent: string | null) => (parent === null ? none : wholeRights(scope, parent))
const current = async ({ db, actor }: RequestScope, id: string) =>
  orNotFound(await repository.grantsOf(db, actor.companyId, id))

type Known = {
  elements: Awaited<ReturnType<typeof registry.elements>>
  forest: ReturnType<typeof createForest<Awaited<ReturnType<typeof menus.all>>[number]>>
  inherited: RoleRights
}
/** What is wished, in the form it is kept in: with the menus above each, without what is inherited anyway. */
const asKept = (before: Granted, wish: Granted, { elements, forest, inherited }: Known): Granted => {
  const [ownMenus, ownElems] = [new Set(before.menus), new Set(before.elems)]
  const codes = new Map(elements.map(({ id, code }) => [id, code]))
  const [menusAbove, elementsAbove] = [new Set(inherited.menus), new Set(inherited.elements)]
  const lines = wish.menus.flatMap((id) => {
    const menu = forest.get(id)
    if (!menu) throw refusalAt(rolesErrors.noSuchMenu, 'menus')
    return (forest.line(menu) ?? [menu]).map((each) => each.id)
  })
  const stays = (id: string) => {
    const code = codes.get(id)
    if (code === undefined) throw refusalAt(rolesErrors.noSuchElement, 'elems')
    return ownElems.has(id) || !elementsAbove.has(code)
  }
  return {
    ...wish,
    menus: [...new Set(lines)].filter((id) => ownMenus.has(id) || !menusAbove.has(id)).sort(),
    elems: [...new Set(wish.elems)].filter(stays).sort(),
    assignable: [...new Set(wish.assignable)].sort(),
    dataOrgIds: wish.dataScope === 'custom' ? [...new Set(wish.dataOrgIds)].sort() : [],
  }
}

const refuseRules = ({ rules }: Granted) => {
  rules.forEach((rule, at) => {
    const problem = dataRuleProblem(rule)
    if (!problem) return
    const errors = [{ field: `rules.${at}.${problem.field}`, msg: problem.msg }]
    throw new AppError({ ...rolesErrors.badRule, msg: problem.msg }, { errors })
  })
}

/** No role of a company is given what its plan does not hold, whoever gives it. */
const refuseBeyondPlan = async ({ db, actor }: RequestScope, before: Granted, wish: Granted, { elements }: Known) => {
  const plan = await planCeilingOf(db, actor.companyId)
  if (!plan) return
  const [elems, menuIds] = [new Set(plan.elements), new Set(plan.menus)]
  const [hadElems, hadMenus] = [new Set(before.elems), new Set(before.menus)]
  const codes = new Map(elements.map(({ id, code }) => [id, code]))
  if (wish.elems.some((id) => !hadElems.has(id) && !elems.has(codes.get(id) ?? '')))
    throw refusalAt(rolesErrors.beyondPlan, 'elems')
  if (wish.menus.some((id) => !hadMenus.has(id) && !menuIds.has(id))) throw refusalAt(rolesErrors.beyondPlan, 'menus')
}

/** Nobody grants or takes what he does not hold himself: only what differs is asked about (2005). */
const refuseBeyondCeiling = (giving: Giving, before: Granted, wish: Granted, { elements }: Known) => {
  const { ceiling } = giving
  if (ceiling.everything) return
  const codes = new Map(elements.map(({ id, code }) => [id, code]))
  const [heldElements, heldMenus] = [new Set(ceiling.elements), new Set(ceiling.menus)]
  if (differing(before.elems, wish.elems).some((id) => !heldElements.has(codes.get(id) ?? '')))
    throw refusalAt(rolesErrors.beyondOwnRights, 'elems')
  if (differing(before.menus, wish.menus).some((id) => !heldMenus.has(id)))
    throw refusalAt(rolesErrors.beyondOwnRights, 'menus')
  const rowsDiffer = rowsKey(before) !== rowsKey(wish)
  if (rowsDiffer && [before, wish].some((each) => !sees(ceiling.rowScopes, each)))
    throw refusalAt(rolesErrors.beyondOwnRights, 'dataScope')
  if (!isSame(before.assignable, wish.assignable)) refuseAssignable(giving, wish.assignable)
}

const concernsPeople = (granted: Granted) => ({
  elems: granted.elems,
  menus: granted.menus,
  rows: rowsKey(granted),
})

/** What roles grant, and who may change it. */
export const createRoleGrants = (sessions: SessionService) => {
  /** Makes a role grant what is wished. `shown`: whoever gains or loses is shown first. */
  const change = async (
    scope: RequestScope,
    id: string,
    version: number,
    wishOf: (before: RoleGrants) => Granted,
    shown = true,
  ) => {
    const { db, actor } = scope
    const role = await changeable(scope, id)
    const { version: _, ...before } = await current(scope, id)
    refuseStale({ id, ...before, version: role.version }, version)
    const [elements, everyMenu] = [await registry.elements(db), await menus.all(db)]
    const known = { elements, forest: createForest(everyMenu), inherited: await above(scope, role.parent) }
    const wish = asKept(before, wishOf({ ...before, version }), known)
    refuseRules(wish)
    await refuseStrangers(scope, wish, known)
    await refuseOrganizations(scope, before, wish)
    await refuseBeyondPlan(scope, before, wish, known)
    refuseBeyondCeiling(await givingOf(db, actor), before, wish, known)
    const bitOf = new Map(elements.map((element) => [element.id, element.bit]))
    const bits = wish.elems.flatMap((each) => bitOf.get(each) ?? [])
    if (shown && !isSame(concernsPeople(before), concernsPeople(wish)))
      await confirmChange(scope, id, { bits }, { before, after: wish })
    await repository.writeGrants(db, actor.companyId, id, wish, personOf(scope))
    scope.note({
      entityId: id,
      entityName: role.name,
      before: await told(scope, before, known),
      after: await told(scope, wish, known),
    })
    scope.afterCommit(sessions.forgetAll)
    return null
  }
  const refuseStrangers = async ({ db, actor }: RequestScope, wish: Granted, { inherited }: Known) => {
    if (wish.assignable.length > 0) {
      const there = await repository.names(db, actor.companyId, wish.assignable)
      if (there.length < wish.assignable.length) throw refusalAt(rolesErrors.noSuchRole, 'assignable')
    }
    const opens = wish.home === null || wish.menus.includes(wish.home) || inherited.menus.includes(wish.home)
    if (!opens && !inherited.everything) throw refusalAt(rolesErrors.homeNotGranted, 'home')
  }
  /** What was chosen before may have gone since; what is chosen anew is there. */
  const refuseOrganizations = async ({ db, actor }: RequestScope, before: Granted, wish: Granted) => {
    if (wish.dataScope !== 'custom') return
    if (wish.dataOrgIds.length === 0) throw refusalAt(rolesErrors.noOrganization, 'dataOrgIds')
    const added = wish.dataOrgIds.filter((id) => !before.dataOrgIds.includes(id))
    if ((await organizationNames(db, actor.companyId, added)).length < added.length)
      throw refusalAt(rolesErrors.noSuchOrganization, 'dataOrgIds')
  }
  /** As the audit log keeps it: in names, which still say something when the rows are gone. */
  const told = async ({ db, actor }: RequestScope, granted: Granted, { elements, forest }: Known) => {
    const roles = granted.assignable.length > 0 ? await repository.names(db, actor.companyId, granted.assignable) : []
    const { dataScope, dataOrgIds, rules, home } = granted
    const elems = new Set(granted.elems)
    return {
      ...{ dataScope, rules },
      dataOrgIds: await organizationNames(db, actor.companyId, dataOrgIds),
      elems: elements.flatMap(({ id, code }) => (elems.has(id) ? code : [])),
      menus: granted.menus.map((id) => forest.get(id)?.name ?? id),
      assignable: roles.map(({ name }) => name),
      home: home && (forest.get(home)?.name ?? home),
    }
  }
  const view = async (scope: RequestScope, id: string): Promise<View & { granted: RoleGrants }> => {
    const { db, actor } = scope
    const role = orNotFound(await repository.find(db, actor, id))
    const [granted, { ceiling }] = [await current(scope, id), await givingOf(db, actor)]
    const plan = await planCeilingOf(db, actor.companyId)
    return { everything: role.everything, own: [], granted, ceiling, plan, inherited: await above(scope, role.parent) }
  }

  return {
    async menus(scope: RequestScope, id: string) {
      const { granted, ...seen } = await view(scope, id)
      const elements = await registry.elements(scope.db)
      return menuCells(createForest(await menus.all(scope.db)), elements, { ...seen, own: granted.menus })
    },
    async elements(scope: RequestScope, id: string) {
      const { granted, ...seen } = await view(scope, id)
      return elementCells(await registry.elements(scope.db), { ...seen, own: granted.elems })
    },
    grants: current,

    /** Replaces all of it at once. Throws as the single rules say, each at its field. */
    update: (scope: RequestScope, id: string, { version, ...wish }: RoleGrantsWrite) =>
      change(scope, id, version, () => wish),
    updateElements: (scope: RequestScope, id: string, { ids, version }: { ids: string[]; version: number }) =>
      change(scope, id, version, (before) => ({ ...before, elems: ids })),
    /** Replaces the menus; a landing page that is granted no longer is given up. */
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
