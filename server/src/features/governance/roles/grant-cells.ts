import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import type { PlanCeiling, ProductMenus, RoleRights } from '../../access/authorization/index.ts'
import type { createForest, StoredMenu } from '../../access/menus/index.ts'
import type { registry } from '../../access/registry/index.ts'

type Forest = ReturnType<typeof createForest<StoredMenu>>
type Element = Awaited<ReturnType<typeof registry.elements>>[number]
type IsIncluded = (id: string) => boolean
/** Input of the cells: the role's own and inherited rights, and the ceiling of the caller. */
export type GrantView = {
  everything: boolean
  own: readonly string[]
  inherited: RoleRights
  ceiling: RoleRights
  /** Ceiling of the company's plan; undefined without a plan. */
  plan: PlanCeiling | undefined
}

const isAmong = (ids: readonly string[], everything = false): IsIncluded => {
  const known = new Set(ids)
  return (id) => everything || known.has(id)
}
const pickLock = (id: string, isInherited: IsIncluded, isInPlan: IsIncluded, isHeld: IsIncluded) => {
  if (isInherited(id)) return 'inherited' as const
  if (!isInPlan(id)) return 'plan' as const
  return isHeld(id) ? null : ('ceiling' as const)
}
const toCell =
  (isOwn: IsIncluded, isInherited: IsIncluded, isInPlan: IsIncluded, isHeld: IsIncluded) => (id: string) => ({
    checked: isOwn(id) || isInherited(id),
    locked: pickLock(id, isInherited, isInPlan, isHeld),
  })

/** Menus as a tree of cells, with their required elements. `half`: only some descendants are granted. */
export const menuCells = (
  { createRequiredElementIds }: ProductMenus,
  { forest, elements }: { forest: Forest; elements: readonly Pick<Element, 'id' | 'code'>[] },
  { everything, own, inherited, ceiling, plan }: GrantView,
): GrantedMenu[] => {
  const needs = createRequiredElementIds(elements)
  const cell = toCell(
    isAmong(own, everything),
    isAmong(inherited.menus, inherited.everything),
    isAmong(plan?.menus ?? [], !plan),
    isAmong(ceiling.menus, ceiling.everything),
  )
  const byParent = Map.groupBy(forest.ordered(), ({ parent }) => parent)
  const build = (parent: string | null): GrantedMenu[] =>
    (byParent.get(parent) ?? []).map((menu) => {
      const { id, name, metadata } = menu
      const children = build(id)
      const some = children.some(({ checked, half }) => checked || half)
      const all = children.every(({ checked, half }) => checked && !half)
      const icon = String(metadata.icon ?? '')
      return {
        id,
        name,
        icon,
        ...cell(id),
        half: some && !all,
        needs: needs(menu),
        gated: menu.elems.length > 0,
        children,
      }
    })
  return build(null)
}

/** Elements by module, as cells. Own grants are ids, inherited rights and ceilings are codes. */
export const elementCells = (
  elements: readonly Element[],
  { everything, own, inherited, ceiling, plan }: GrantView,
): GrantedModule[] => {
  const [isOwn, isInherited] = [isAmong(own, everything), isAmong(inherited.elements, inherited.everything)]
  const isInPlan = isAmong(plan?.elements ?? [], !plan)
  const isHeld = isAmong(ceiling.elements, ceiling.everything)
  const modules = Map.groupBy(elements, ({ moduleId }) => moduleId)
  return [...modules].map(([moduleId, of]) => ({
    moduleId,
    code: of[0]?.moduleCode ?? '',
    name: of[0]?.moduleName ?? '',
    elems: of.map(({ id, code, name, risk, effect, apis }) => ({
      id,
      code,
      name,
      risk,
      effect,
      apis,
      ...toCell(
        () => isOwn(id),
        () => isInherited(code),
        () => isInPlan(code),
        () => isHeld(code),
      )(id),
    })),
  }))
}
