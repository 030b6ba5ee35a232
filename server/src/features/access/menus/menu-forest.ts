import { type MenuKind, ownPath } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { compareNames } from '@atrium/contract/kernel/compare-names.ts'

/** The part of a menu that its place in the tree depends on. */
export type ForestMenu = {
  id: string
  code: string
  parent: string | null
  kind: MenuKind
  sort: number
  status: number
  name: string
  metadata: Readonly<Record<string, unknown>>
  /** One of these is required besides the grant; none if empty. */
  elems: readonly { code: string }[]
}

/** The ancestors, nearest first; undefined if they form a cycle. */
const ancestorsOf = <M extends ForestMenu>(menus: ReadonlyMap<string, M>, menu: M): M[] | undefined => {
  const seen = new Set([menu.id])
  const found: M[] = []
  let next = menu.parent === null ? undefined : menus.get(menu.parent)
  while (next) {
    if (seen.has(next.id)) return undefined
    seen.add(next.id)
    found.push(next)
    next = next.parent === null ? undefined : menus.get(next.parent)
  }
  return found
}

/**
 * Menus as a forest.
 * @param all all menus in any order
 */
export const createForest = <M extends ForestMenu>(all: readonly M[]) => {
  const menus = new Map(all.map((menu) => [menu.id, menu]))
  const children = Map.groupBy(
    [...all].sort((one, other) => one.sort - other.sort || compareNames(one.name, other.name)),
    ({ parent }) => parent,
  )
  const descendantsOf = (parent: string | null): M[] =>
    (children.get(parent) ?? []).flatMap((menu) => [menu, ...descendantsOf(menu.id)])
  const toPath = (menu: M): string =>
    [...(ancestorsOf(menus, menu) ?? []).reverse(), menu]
      .map(({ metadata }) => ownPath(String(metadata.path ?? '')))
      .filter(Boolean)
      .join('/')
  return {
    get: (id: string) => menus.get(id),
    /** Every menu after its parent, siblings in order. */
    ordered: () => descendantsOf(null),
    /** The menu followed by its ancestors; undefined in a cycle. */
    withAncestors: (menu: M) => {
      const ancestors = ancestorsOf(menus, menu)
      return ancestors && [menu, ...ancestors]
    },
    hasChildren: (id: string) => children.has(id),
    /** All descendants, each after its parent. */
    descendantsOf,
    /** The address below /web/. */
    toPath,
  }
}
export type Forest = ReturnType<typeof createForest<ForestMenu>>
