import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/roles/roles.contract.ts'
import { isTicked, type Ticks } from './ticks.ts'

/** A menu as a line of the tree. */
export type MenuLine = { menu: GrantedMenu; depth: number; parent: string | undefined }
export type TriState = 'true' | 'false' | 'mixed'

const withBelow = (menu: GrantedMenu): GrantedMenu[] => [menu, ...menu.children.flatMap(withBelow)]

/** Given by this role, or by the one above it. In: no ticks, where nothing can be changed. */
const isGranted = (ticks: Ticks | undefined, { id, locked, checked }: GrantedMenu): boolean =>
  ticks ? (locked === 'inherited' && checked) || isTicked(ticks, id) : checked

/** Whether a menu and all below it are granted, none of them, or some. */
export const stateOf = (ticks: Ticks | undefined, menu: GrantedMenu): TriState => {
  const branch = withBelow(menu)
  const granted = branch.filter((each) => isGranted(ticks, each)).length
  if (granted === 0) return 'false'
  return granted === branch.length ? 'true' : 'mixed'
}

/** The menus of a branch that may be changed. */
export const changeable = (menu: GrantedMenu): string[] =>
  withBelow(menu).flatMap(({ id, locked }) => (locked === null ? [id] : []))

/** The changeable menus above one: whoever sees a page sees the way to it. Out: none, when it is not in the tree. */
export const aboveOf = (menus: readonly GrantedMenu[], id: string): string[] => {
  for (const menu of menus) {
    if (menu.id === id) return []
    if (withBelow(menu).some((each) => each.id === id))
      return [...(menu.locked === null ? [menu.id] : []), ...aboveOf(menu.children, id)]
  }
  return []
}

/** The lines on screen: open branches, and while something is looked for, what is found with all above it. */
export const linesOf = (
  menus: readonly GrantedMenu[],
  closed: ReadonlySet<string>,
  wanted: string,
  depth = 0,
  parent?: string,
): MenuLine[] =>
  menus.flatMap((menu) => {
    const isFound = withBelow(menu).some(({ name }) => name.toLowerCase().includes(wanted))
    if (!isFound) return []
    const isOpen = wanted !== '' || !closed.has(menu.id)
    return [{ menu, depth, parent }, ...(isOpen ? linesOf(menu.children, closed, wanted, depth + 1, menu.id) : [])]
  })

/** The pages that are granted, with the way to them: what can be landed on. */
export const grantedPages = (
  ticks: Ticks | undefined,
  menus: readonly GrantedMenu[],
  above: readonly string[] = [],
): { id: string; name: string }[] =>
  menus.flatMap((menu) => {
    const way = [...above, menu.name]
    if (menu.children.length > 0) return grantedPages(ticks, menu.children, way)
    return isGranted(ticks, menu) ? [{ id: menu.id, name: way.join(' / ') }] : []
  })

const allOf = (menus: readonly GrantedMenu[]): GrantedMenu[] => menus.flatMap(withBelow)
type Element = GrantedModule['elems'][number]
type Known = { element: Element; module: string }
/** A granted page and what it needs one of, none of which is granted: the first of them that may be, and how many others there are. */
export type BarePage = Known & { menu: GrantedMenu; others: number }

/** Every element by its id, with what its module is called. */
export const elementsById = (modules: readonly GrantedModule[]): ReadonlyMap<string, Known> =>
  new Map(modules.flatMap(({ name, elems }) => elems.map((element) => [element.id, { element, module: name }])))

/** The pages that are granted without what they need to show anything. In: the ticks of menus and of elements. */
export const barePages = (
  { menus: ticks, elems }: { menus: Ticks; elems: Ticks },
  menus: readonly GrantedMenu[],
  modules: readonly GrantedModule[],
): BarePage[] => {
  const known = elementsById(modules)
  const isHeld = ({ element: { id, locked, checked } }: Known) =>
    isTicked(elems, id) || (locked === 'inherited' && checked)
  return allOf(menus).flatMap((menu) => {
    const needed = menu.needs.flatMap((id) => known.get(id) ?? [])
    const first = needed.find(({ element }) => element.locked === null) ?? needed[0]
    if (!first || !isGranted(ticks, menu) || needed.some(isHeld)) return []
    return [{ menu, ...first, others: needed.length - 1 }]
  })
}
