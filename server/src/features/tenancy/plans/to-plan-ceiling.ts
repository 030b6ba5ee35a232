import {
  type PlanCeiling,
  type PlanMenu,
  platformModules,
} from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type { ProductMenus } from '../../access/authorization/index.ts'
import type { createForest, StoredMenu } from '../../access/menus/index.ts'
import type { registry } from '../../access/registry/index.ts'
import type { Ceiling } from './plans.repository.ts'
import { isPlatformMenu } from './platform-menus.ts'

type Forest = ReturnType<typeof createForest<StoredMenu>>
type Element = Awaited<ReturnType<typeof registry.elements>>[number]

/** All menus and elements a plan could hold, with those of its ceiling checked: menus as a tree, elements by module. */
export const toPlanCeiling = (
  { createRequiredElementIds }: ProductMenus,
  { forest, elements }: { forest: Forest; elements: readonly Element[] },
  ceiling: Ceiling,
): Omit<PlanCeiling, 'version'> => {
  const [ceilingMenus, ceilingElements] = [new Set(ceiling.menus), new Set(ceiling.elems)]
  const menusByParent = Map.groupBy(
    forest.ordered().filter((menu) => !isPlatformMenu(menu)),
    ({ parent }) => parent,
  )
  const needs = createRequiredElementIds(elements)
  const build = (parent: string | null): PlanMenu[] =>
    (menusByParent.get(parent) ?? []).map((menu) => ({
      id: menu.id,
      name: menu.name,
      icon: String(menu.metadata.icon ?? ''),
      checked: ceilingMenus.has(menu.id),
      needs: needs(menu),
      children: build(menu.id),
    }))
  const companyElements = elements.filter(({ moduleCode }) => !platformModules.includes(moduleCode))
  const modules = [...Map.groupBy(companyElements, ({ moduleId }) => moduleId)].map(([moduleId, of]) => ({
    moduleId,
    code: of[0]?.moduleCode ?? '',
    name: of[0]?.moduleName ?? '',
    elems: of.map(({ id, code, name, risk }) => ({ id, code, name, risk, checked: ceilingElements.has(id) })),
  }))
  return { menus: build(null), modules }
}
