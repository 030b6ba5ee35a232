import type { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound } from '../../../../kernel/db/crud-handlers.ts'
import type { RequestScope } from '../../../../kernel/scope.ts'
import {
  findElementNames,
  type ProductMenus,
  roleAssignments,
  visibleRows,
} from '../../../access/authorization/index.ts'
import { createForest, menus, type StoredMenu } from '../../../access/menus/index.ts'
import { managedUsersRepository as repository } from '../listing/managed-users.repository.ts'

/** A named row of an outer join; null if there is none. */
export const referenceOrNull = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }

type GrantingRole = Awaited<ReturnType<typeof roleAssignments.grantingRoles>>[number]
type EffectiveRights = ReplyOf<typeof userRolesContract.effective>

/** Assigned roles that grant an element, each with the nearest ancestor role that holds it. */
const rightSources = (grantingRoles: readonly GrantingRole[], element: string) => {
  const holding = grantingRoles.filter(({ everything, elements }) => everything || elements.includes(element))
  const nearest = new Map(holding.toReversed().map((role) => [role.id, role]))
  return [...nearest.values()].toReversed().map(({ id, name, giverId, giverName, ...way }) => ({
    id,
    name,
    from: giverId === id ? null : { id: giverId, name: giverName },
    org: referenceOrNull(way.orgId, way.orgName),
    anchor: referenceOrNull(way.anchorId, way.anchorName),
  }))
}

/** Assigned roles that hold a menu, themselves or by inheritance. */
const menuSources = (grantingRoles: readonly GrantingRole[], menuId: string) => [
  ...new Set(
    grantingRoles.filter(({ everything, menus: own }) => everything || own.includes(menuId)).map(({ id }) => id),
  ),
]
const opensPage = ({ kind }: StoredMenu) => kind === 'menu' || kind === 'iframe'

/** Effective rights of users. */
export const createEffectiveRights = ({ listRequiredElements }: Pick<ProductMenus, 'listRequiredElements'>) => {
  /** Pages of active menus that need one of these elements. */
  const pagesFor = (all: readonly StoredMenu[], held: ReadonlySet<string>, roles: readonly GrantingRole[]) => {
    const forest = createForest(all)
    return forest.ordered().flatMap((menu) => {
      const line = forest.withAncestors(menu) ?? []
      if (!opensPage(menu) || line.some(({ status }) => status !== 1)) return []
      const needs = listRequiredElements(menu).filter((code) => held.has(code))
      if (needs.length === 0) return []
      const above = line.slice(1).map(({ name }) => name)
      return [{ id: menu.id, name: menu.name, above: above.toReversed(), needs, via: menuSources(roles, menu.id) }]
    })
  }
  return {
    /**
     * Effective rights and visible rows of a user, with the roles that grant them.
     * @throws `notFound` for users beyond the caller's row scope
     */
    async read({ db, actor }: RequestScope, userId: string): Promise<EffectiveRights> {
      const owner = { companyId: actor.companyId, userId }
      orNotFound(await repository.find(db, actor, userId))
      const [grantingRoles, rows, named, allMenus] = await Promise.all([
        roleAssignments.grantingRoles(db, owner),
        visibleRows(db, actor.companyId, userId),
        findElementNames(db),
        menus.all(db),
      ])
      const everything = grantingRoles.some((role) => role.everything)
      const granted = new Set(grantingRoles.flatMap(({ elements }) => elements))
      const held = named.filter(({ code }) => everything || granted.has(code))
      const modules: EffectiveRights['modules'] = {}
      for (const { code, module, operation, name } of held)
        modules[module] = [...(modules[module] ?? []), { operation, name, via: rightSources(grantingRoles, code) }]
      const names = Object.fromEntries(held.map(({ module, moduleName }) => [module, moduleName]))
      const pages = pagesFor(allMenus, new Set(held.map(({ code }) => code)), grantingRoles)
      return { everything, modules, names, pages, rows }
    },
  }
}
