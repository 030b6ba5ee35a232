import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/roles/roles.contract.ts'
import { createNeeds, type PlanCeiling, type RoleRights } from '../access/index.ts'
import type { createForest, StoredMenu } from '../menus/index.ts'
import type { registry } from '../registry/index.ts'

type Forest = ReturnType<typeof createForest<StoredMenu>>
type Element = Awaited<ReturnType<typeof registry.elements>>[number]
type Held = (id: string) => boolean
/** What the cells of a role look like. In: of its own, from above, and what their viewer holds himself. */
export type View = {
  everything: boolean
  own: readonly string[]
  inherited: RoleRights
  ceiling: RoleRights
  /** As much as any role of the company can hold; none for a company without a plan. */
  plan: PlanCeiling | undefined
}

const among = (ids: readonly string[], everything = false): Held => {
  const known = new Set(ids)
  return (id) => everything || known.has(id)
}
const lockOf = (id: string, inherited: Held, inPlan: Held, held: Held) => {
  if (inherited(id)) return 'inherited' as const
  if (!inPlan(id)) return 'plan' as const
  return held(id) ? null : ('ceiling' as const)
}
const cellOf = (own: Held, inherited: Held, inPlan: Held, held: Held) => (id: string) => ({
  checked: own(id) || inherited(id),
  locked: lockOf(id, inherited, inPlan, held),
})

/** The menus as a tree of cells, each with the elements it needs one of; `half` where only some of what stands below is granted. */
export const menuCells = (
  forest: Forest,
  elements: readonly Pick<Element, 'id' | 'code'>[],
  { everything, own, inherited, ceiling, plan }: View,
): GrantedMenu[] => {
  const needs = createNeeds(elements)
  const cell = cellOf(
    among(own, everything),
    among(inherited.menus, inherited.everything),
    among(plan?.menus ?? [], !plan),
    among(ceiling.menus, ceiling.everything),
  )
  const level = Map.groupBy(forest.ordered(), ({ parent }) => parent)
  const build = (parent: string | null): GrantedMenu[] =>
    (level.get(parent) ?? []).map((menu) => {
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

/** The elements by module, as cells. In: all of them, by module; what is granted by id, what is held by code. */
export const elementCells = (
  elements: readonly Element[],
  { everything, own, inherited, ceiling, plan }: View,
): GrantedModule[] => {
  const [ownOnes, above] = [among(own, everything), among(inherited.elements, inherited.everything)]
  const inPlan = among(plan?.elements ?? [], !plan)
  const held = among(ceiling.elements, ceiling.everything)
  const modules = Map.groupBy(elements, ({ moduleId }) => moduleId)
  return [...modules].map(([moduleId, of]) => ({
    moduleId,
    code: of[0]?.moduleCode ?? '',
    name: of[0]?.moduleName ?? '',
    elems: of.map(({ id, code, name, risk, effect, apis }) => ({
      ...{ id, code, name, risk, effect, apis },
      ...cellOf(
        () => ownOnes(id),
        () => above(code),
        () => inPlan(code),
        () => held(code),
      )(id),
    })),
  }))
}
