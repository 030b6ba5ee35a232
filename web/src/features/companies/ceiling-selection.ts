import type { PlanCeiling, PlanMenu } from '@atrium/contract/features/plans/plans.contract.ts'

/** What is ticked, by id. */
export type Ticked = ReadonlySet<string>
export type TriState = boolean | 'mixed'
export type MenuLine = { menu: PlanMenu; depth: number; above: readonly string[] }

/** The tree as lines, each with the menus above it. */
export const linesOf = (menus: readonly PlanMenu[], depth = 0, above: readonly string[] = []): MenuLine[] =>
  menus.flatMap((menu) => [{ menu, depth, above }, ...linesOf(menu.children, depth + 1, [...above, menu.id])])

/** A menu and all below it. */
export const belowOf = ({ id, children }: PlanMenu): string[] => [id, ...children.flatMap(belowOf)]

/** Whether all, none or some of these are ticked. */
export const stateOf = (ids: readonly string[], ticked: Ticked): TriState => {
  const count = ids.filter((id) => ticked.has(id)).length
  if (count === 0) return false
  return count === ids.length || 'mixed'
}

export const withTicks = (ticked: Ticked, ids: readonly string[], on: boolean): Ticked => {
  const next = new Set(ticked)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

/** What a plan holds as it is stored. */
export const storedIn = ({ menus, modules }: PlanCeiling): Ticked =>
  new Set([
    ...linesOf(menus).flatMap(({ menu }) => (menu.checked ? menu.id : [])),
    ...modules.flatMap(({ elems }) => elems.flatMap(({ id, checked }) => (checked ? id : []))),
  ])

/** The whole as it is sent. */
export const chosenIn = ({ menus, modules }: PlanCeiling, ticked: Ticked) => ({
  menus: linesOf(menus).flatMap(({ menu }) => (ticked.has(menu.id) ? menu.id : [])),
  elems: modules.flatMap(({ elems }) => elems.flatMap(({ id }) => (ticked.has(id) ? id : []))),
})

/** How many are ticked otherwise than stored. */
export const changesIn = (stored: Ticked, ticked: Ticked): number =>
  [...ticked].filter((id) => !stored.has(id)).length + [...stored].filter((id) => !ticked.has(id)).length

/** The menus that are ticked without any of what they need, each with the first of it; what no plan holds is not asked for. */
export const barePagesOf = ({ menus, modules }: PlanCeiling, ticked: Ticked) => {
  const names = new Map(modules.flatMap(({ name, elems }) => elems.map((elem) => [elem.id, `${name} · ${elem.name}`])))
  return linesOf(menus).flatMap(({ menu }) => {
    const [first, ...others] = menu.needs.filter((id) => names.has(id))
    if (first === undefined || !ticked.has(menu.id) || menu.needs.some((id) => ticked.has(id))) return []
    return [{ menu, needs: first, element: names.get(first) ?? '', others: others.length }]
  })
}
