import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Menu } from '@atrium/contract/kernel/feature.ts'

export type MenuSeed = {
  code: string
  parent?: string
  name: string
  kind: 'dir' | 'menu'
  sort: number
  metadata: Record<string, unknown>
}

/**
 * The groups of the sidebar, in the order of an administrator's day. They have no path: a page keeps its address
 * whichever group it is in.
 */
const groups: readonly Menu[] = [
  { code: 'people', sort: 10, name: '组织与成员', icon: 'users', path: '' },
  { code: 'access', sort: 20, name: '角色与权限', icon: 'shield-check', path: '' },
  { code: 'tenancy', sort: 30, name: '租户', icon: 'building-2', path: '' },
  { code: 'security', sort: 40, name: '登录与安全', icon: 'key-round', path: '' },
  { code: 'messages', sort: 50, name: '消息', icon: 'message-square', path: '' },
  { code: 'content', sort: 60, name: '内容', icon: 'folder', path: '' },
  { code: 'operations', sort: 70, name: '数据与任务', icon: 'file-spreadsheet', path: '' },
  { code: 'open', sort: 80, name: '开放平台', icon: 'plug', path: '' },
  { code: 'audit', sort: 90, name: '审计', icon: 'scroll-text', path: '' },
  { code: 'settings', sort: 100, name: '系统设置', icon: 'sliders-horizontal', path: '' },
]

const toSeed = ({ code, parent, name, sort, icon, path, component }: Menu): MenuSeed => ({
  code,
  name,
  sort,
  ...(parent !== undefined && { parent }),
  ...(component === undefined
    ? { kind: 'dir', metadata: { icon, path, redirect: 'noRedirect' } }
    : { kind: 'menu', metadata: { icon, path, component } }),
})

type MenuRequirements = { elems: readonly { code: string }[]; metadata: Readonly<Record<string, unknown>> }

/** The menus below a parent in sidebar order, each followed by its own. */
const menusBelow = (inOrder: readonly Menu[], parent?: string): readonly Menu[] =>
  inOrder.flatMap((menu) => (menu.parent === parent ? [menu, ...menusBelow(inOrder, menu.code)] : []))

const visibleMenus = (sidebar: readonly Menu[], held: ReadonlySet<string>, parent?: string): string[] =>
  sidebar.flatMap((menu) => {
    if (menu.parent !== parent) return []
    if (menu.component !== undefined) return held.has(menu.needs) ? menu.code : []
    const children = visibleMenus(sidebar, held, menu.code)
    return children.length > 0 ? [menu.code, ...children] : []
  })

/** The product's menus as its features declare them, in the groups of the sidebar, and what each page requires. */
export const createProductMenus = ({ menus }: Pick<Catalogue, 'menus'>) => {
  const sidebar = menusBelow([...groups, ...menus].sort((one, other) => one.sort - other.sort))
  const pageElements = sidebar.flatMap((menu) =>
    menu.component === undefined ? [] : { component: menu.component, element: menu.needs },
  )
  const elementByComponent: ReadonlyMap<string, string> = new Map(
    pageElements.map(({ component, element }) => [component, element]),
  )
  const elementOfPage = (component: string): string | null => elementByComponent.get(component) ?? null
  const listRequiredElements = ({ elems, metadata }: MenuRequirements): string[] => {
    const declared = elementOfPage(String(metadata.component ?? ''))
    if (elems.length > 0) return elems.map(({ code }) => code)
    return declared === null ? [] : [declared]
  }
  return {
    /** The menus as rows, each after its parent. */
    seeds: sidebar.map(toSeed) as readonly MenuSeed[],
    /** The product's own pages by component, with the element each requires. */
    pageElements: pageElements as readonly PageElement[],
    /** Components of the product's pages. */
    productPages: pageElements.map(({ component }) => component) as readonly string[],
    /** The element a product page requires, by its component; null for any other page. */
    elementOfPage,
    /** Codes of the elements a menu requires, any one of them: those it names, or its page's own. */
    listRequiredElements,
    /** Returns a function from a menu to the ids of its required elements, among all elements. */
    createRequiredElementIds(elements: readonly { id: string; code: string }[]) {
      const idOf = new Map(elements.map(({ id, code }) => [code, id]))
      return (menu: MenuRequirements): string[] => listRequiredElements(menu).flatMap((code) => idOf.get(code) ?? [])
    },
    /** Codes of the menus that show something to users with these elements, ancestors included. */
    menusForElements: (elements: readonly string[]): string[] => visibleMenus(sidebar, new Set(elements)),
  }
}
export type ProductMenus = ReturnType<typeof createProductMenus>
/** A page of the product and the element it requires. */
export type PageElement = { component: string; element: string }
