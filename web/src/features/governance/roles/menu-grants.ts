import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { isTicked, type Ticks } from './ticks.ts'

/** A menu as a line of the tree. */
export type MenuLine = { menu: GrantedMenu; depth: number; parent: string | undefined }
export type TriState = 'true' | 'false' | 'mixed'

const withDescendants = (menu: GrantedMenu): GrantedMenu[] => [menu, ...menu.children.flatMap(withDescendants)]

/** Granted by this role or inherited. Without ticks nothing can be changed. */
const isGranted = (ticks: Ticks | undefined, { id, locked, checked }: GrantedMenu): boolean =>
  ticks ? (locked === 'inherited' && checked) || isTicked(ticks, id) : checked

/** Whether a menu and its descendants are all granted, partly or not at all. */
export const stateOf = (ticks: Ticks | undefined, menu: GrantedMenu): TriState => {
  const branch = withDescendants(menu)
  const granted = branch.filter((each) => isGranted(ticks, each)).length
  if (granted === 0) return 'false'
  return granted === branch.length ? 'true' : 'mixed'
}

/** Unlocked menus of a branch. */
export const unlockedIds = (menu: GrantedMenu): string[] =>
  withDescendants(menu).flatMap(({ id, locked }) => (locked === null ? [id] : []))

/** Unlocked ancestors of a menu, which a visible page needs. Empty if it is not in the tree. */
export const unlockedAncestors = (menus: readonly GrantedMenu[], id: string): string[] => {
  for (const menu of menus) {
    if (menu.id === id) return []
    if (withDescendants(menu).some((each) => each.id === id))
      return [...(menu.locked === null ? [menu.id] : []), ...unlockedAncestors(menu.children, id)]
  }
  return []
}

/** Visible lines: open branches or, while searching, matches with their ancestors. */
export const visibleLines = (
  menus: readonly GrantedMenu[],
  closed: ReadonlySet<string>,
  searchText: string,
  depth = 0,
  parent?: string,
): MenuLine[] =>
  menus.flatMap((menu) => {
    const isFound = withDescendants(menu).some(({ name }) => name.toLowerCase().includes(searchText))
    if (!isFound) return []
    const isOpen = searchText !== '' || !closed.has(menu.id)
    return [
      { menu, depth, parent },
      ...(isOpen ? visibleLines(menu.children, closed, searchText, depth + 1, menu.id) : []),
    ]
  })

/** Granted pages with their ancestors: possible landing pages. */
export const grantedPages = (
  ticks: Ticks | undefined,
  menus: readonly GrantedMenu[],
  ancestorNames: readonly string[] = [],
): { id: string; name: string }[] =>
  menus.flatMap((menu) => {
    const path = [...ancestorNames, menu.name]
    if (menu.children.length > 0) return grantedPages(ticks, menu.children, path)
    return isGranted(ticks, menu) ? [{ id: menu.id, name: path.join(' / ') }] : []
  })

const flattenMenus = (menus: readonly GrantedMenu[]): GrantedMenu[] => menus.flatMap(withDescendants)
type Element = GrantedModule['elems'][number]
type ElementInModule = { element: Element; module: string }
/** A granted page without any of its required elements: the first one that can be granted, and the number of others. */
export type IncompletePage = ElementInModule & { menu: GrantedMenu; others: number }

/** Elements by id, with the name of their module. */
export const elementsById = (modules: readonly GrantedModule[]): ReadonlyMap<string, ElementInModule> =>
  new Map(modules.flatMap(({ name, elems }) => elems.map((element) => [element.id, { element, module: name }])))

/** Granted pages whose required elements are missing. In: ticks of menus and of elements. */
export const incompletePages = (
  { menus: ticks, elems }: { menus: Ticks; elems: Ticks },
  menus: readonly GrantedMenu[],
  modules: readonly GrantedModule[],
): IncompletePage[] => {
  const known = elementsById(modules)
  const isHeld = ({ element: { id, locked, checked } }: ElementInModule) =>
    isTicked(elems, id) || (locked === 'inherited' && checked)
  return flattenMenus(menus).flatMap((menu) => {
    const needed = menu.needs.flatMap((id) => known.get(id) ?? [])
    const first = needed.find(({ element }) => element.locked === null) ?? needed[0]
    if (!first || !isGranted(ticks, menu) || needed.some(isHeld)) return []
    return [{ menu, ...first, others: needed.length - 1 }]
  })
}
