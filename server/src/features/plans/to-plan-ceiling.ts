import { type PlanCeiling, type PlanMenu, platformModules } from '@atrium/contract/features/plans/plans.contract.ts'
import { createNeeds } from '../access/index.ts'
import type { createForest, StoredMenu } from '../menus/index.ts'
import type { registry } from '../registry/index.ts'
import type { Held } from './plans.repository.ts'
import { isPlatformMenu } from './platform-menus.ts'

type Forest = ReturnType<typeof createForest<StoredMenu>>
type Element = Awaited<ReturnType<typeof registry.elements>>[number]

/** Everything a plan could hold, and which of it this one does: menus as a tree with what they need, elements by module. */
export const ceilingCells = (
  forest: Forest,
  elements: readonly Element[],
  held: Held,
): Omit<PlanCeiling, 'version'> => {
  const [heldMenus, heldElements] = [new Set(held.menus), new Set(held.elems)]
  const level = Map.groupBy(
    forest.ordered().filter((menu) => !isPlatformMenu(menu)),
    ({ parent }) => parent,
  )
  const needs = createNeeds(elements)
  const build = (parent: string | null): PlanMenu[] =>
    (level.get(parent) ?? []).map((menu) => ({
      ...{ id: menu.id, name: menu.name, icon: String(menu.metadata.icon ?? '') },
      checked: heldMenus.has(menu.id),
      needs: needs(menu),
      children: build(menu.id),
    }))
  const forCompanies = elements.filter(({ moduleCode }) => !platformModules.includes(moduleCode))
  const modules = [...Map.groupBy(forCompanies, ({ moduleId }) => moduleId)].map(([moduleId, of]) => ({
    moduleId,
    code: of[0]?.moduleCode ?? '',
    name: of[0]?.moduleName ?? '',
    elems: of.map(({ id, code, name, risk }) => ({ id, code, name, risk, checked: heldElements.has(id) })),
  }))
  return { menus: build(null), modules }
}
