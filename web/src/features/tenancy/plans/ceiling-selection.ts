import type { PlanCeiling, PlanMenu } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type { TriState } from '../../../ui/tri-state-checkbox.tsx'

/** Ids of ticked menus and elements. */
export type Ticked = ReadonlySet<string>
export type FlatMenu = { menu: PlanMenu; depth: number; ancestors: readonly string[] }

/** Flattens the menu tree; each entry has its ancestors. */
export const flattenMenus = (menus: readonly PlanMenu[], depth = 0, ancestors: readonly string[] = []): FlatMenu[] =>
  menus.flatMap((menu) => [
    { menu, depth, ancestors },
    ...flattenMenus(menu.children, depth + 1, [...ancestors, menu.id]),
  ])

/** Ids of a menu and its descendants. */
export const listSubtreeIds = ({ id, children }: PlanMenu): string[] => [id, ...children.flatMap(listSubtreeIds)]

/** Whether all, none or some of the ids are ticked. */
export const toTriState = (ids: readonly string[], ticked: Ticked): TriState => {
  const count = ids.filter((id) => ticked.has(id)).length
  if (count === 0) return false
  return count === ids.length || 'mixed'
}

export const updateTicked = (ticked: Ticked, ids: readonly string[], on: boolean): Ticked => {
  const next = new Set(ticked)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The stored ceiling of a plan. */
export const readStored = ({ menus, modules }: PlanCeiling): Ticked =>
  new Set([
    ...flattenMenus(menus).flatMap(({ menu }) => (menu.checked ? menu.id : [])),
    ...modules.flatMap(({ elems }) => elems.flatMap(({ id, checked }) => (checked ? id : []))),
  ])

/** The complete selection as the request body. */
export const toCeilingWrite = ({ menus, modules }: PlanCeiling, ticked: Ticked) => ({
  menus: flattenMenus(menus).flatMap(({ menu }) => (ticked.has(menu.id) ? menu.id : [])),
  elems: modules.flatMap(({ elems }) => elems.flatMap(({ id }) => (ticked.has(id) ? id : []))),
})

/** Number of differences from the stored selection. */
export const countChanges = (stored: Ticked, ticked: Ticked): number =>
  [...ticked].filter((id) => !stored.has(id)).length + [...stored].filter((id) => !ticked.has(id)).length

/** Ticked menus without any element they need, each with the first of them; elements outside any plan are ignored. */
export const findBarePages = ({ menus, modules }: PlanCeiling, ticked: Ticked) => {
  const names = new Map(modules.flatMap(({ name, elems }) => elems.map((elem) => [elem.id, `${name} · ${elem.name}`])))
  return flattenMenus(menus).flatMap(({ menu }) => {
    const [first, ...others] = menu.needs.filter((id) => names.has(id))
    if (first === undefined || !ticked.has(menu.id) || menu.needs.some((id) => ticked.has(id))) return []
    return [{ menu, needs: first, element: names.get(first) ?? '', others: others.length }]
  })
}
