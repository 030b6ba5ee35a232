import { t } from '../../../../../ui/texts.ts'
import type { GrantElement, GrantMenu, GrantModule } from './grant-rights.ts'

/** An element with the name of its module. */
export type PlacedElement = GrantElement & { module: string }
/** A menu with its elements, the heading of elements without a menu, or a module below that heading. */
export type Branch = {
  key: string
  name: string
  code: string
  icon: string
  depth: number
  parent: string | undefined
  menu: GrantMenu | undefined
  /** The elements of which the menu needs one. */
  needed: readonly PlacedElement[]
  elements: readonly PlacedElement[]
  branches: readonly Branch[]
  /** Menus of the branch, its own included. */
  allMenus: readonly GrantMenu[]
  /** Elements of the branch, each once. */
  allElements: readonly PlacedElement[]
}

const homelessKey = 'homeless'
const homelessName = t('不属于任何菜单的权限点')
/** Key of a menu's branch. */
const keyOfMenu = (id: string): string => `menu ${id}`
/** Key of an element below a branch: an element stands below each of its menus. */
export const keyOfElement = (branch: string, id: string): string => `${branch}/${id}`

const withMenusBelow = (menu: GrantMenu): GrantMenu[] => [menu, ...menu.children.flatMap(withMenusBelow)]
/** A branch with all branches below. */
export const withBranches = (branch: Branch): Branch[] => [branch, ...branch.branches.flatMap(withBranches)]
/** Completes a branch with what is below it. */
export const toBranch = (part: Omit<Branch, 'allMenus' | 'allElements'>): Branch => {
  const { menu, elements, branches } = part
  const all = [...elements, ...branches.flatMap(({ allElements }) => allElements)]
  return {
    ...part,
    allMenus: [...(menu ? [menu] : []), ...branches.flatMap(({ allMenus }) => allMenus)],
    allElements: [...new Map(all.map((element) => [element.id, element])).values()],
  }
}

/** The operation that a module's own page needs. */
const listOperation = ':list'
/**
 * Menus by id of the elements below them: an element belongs to the menus that name it. Elements that no menu names
 * follow their module's list, or else the first one that a menu does name, to the menu that names the fewest.
 */
const menusByElement = (menus: readonly GrantMenu[], modules: readonly GrantModule[]) => {
  const named = Map.groupBy(
    menus.flatMap((menu) => menu.needs.map((id) => ({ id, menu }))),
    ({ id }) => id,
  )
  const naming = (id: string) => (named.get(id) ?? []).map(({ menu }) => menu)
  const findHome = ({ elems }: GrantModule) => {
    const candidates = elems.filter(({ id }) => named.has(id))
    const first = candidates.find(({ code }) => code.endsWith(listOperation)) ?? candidates[0]
    return naming(first?.id ?? '')
      .toSorted((one, other) => one.needs.length - other.needs.length)
      .slice(0, 1)
  }
  return new Map(
    modules.flatMap((module) => {
      const home = findHome(module)
      return module.elems.map(({ id }) => [id, named.has(id) ? naming(id) : home] as const)
    }),
  )
}

/** Menus with their elements below them as one tree; elements without a menu come last, by module. */
export const buildGrantTree = (menus: readonly GrantMenu[], modules: readonly GrantModule[]): Branch[] => {
  const menusOf = menusByElement(menus.flatMap(withMenusBelow), modules)
  const elements = modules.flatMap(({ name, elems }) => elems.map((element) => ({ ...element, module: name })))
  const byMenu = Map.groupBy(
    elements.flatMap((element) => (menusOf.get(element.id) ?? []).map(({ id }) => ({ menu: id, element }))),
    ({ menu }) => menu,
  )
  const isHomeless = ({ id }: GrantElement) => menusOf.get(id)?.length === 0
  const menuBranch = (menu: GrantMenu, depth: number, parent: string | undefined): Branch => {
    const key = keyOfMenu(menu.id)
    const own = (byMenu.get(menu.id) ?? []).map(({ element }) => element)
    const [needed = [], others = []] = [true, false].map((isNeeded) =>
      own.filter(({ id }) => menu.needs.includes(id) === isNeeded),
    )
    return toBranch({
      key,
      name: menu.name,
      code: '',
      icon: menu.icon,
      depth,
      parent,
      menu,
      needed,
      elements: [...needed, ...others],
      branches: menu.children.map((child) => menuBranch(child, depth + 1, key)),
    })
  }
  const homeless = modules.flatMap(({ moduleId, code, name, elems }): Branch[] => {
    const own = elems.filter(isHomeless).map((element) => ({ ...element, module: name }))
    if (own.length === 0) return []
    const place = {
      key: `module ${moduleId}`,
      depth: 1,
      parent: homelessKey,
      menu: undefined,
      needed: [],
      branches: [],
    }
    return [toBranch({ ...place, name, code, icon: 'package', elements: own })]
  })
  const heading = toBranch({
    key: homelessKey,
    name: homelessName,
    code: '',
    icon: 'layers',
    depth: 0,
    parent: undefined,
    menu: undefined,
    needed: [],
    elements: [],
    branches: homeless,
  })
  return [...menus.map((menu) => menuBranch(menu, 0, undefined)), ...(homeless.length > 0 ? [heading] : [])]
}
