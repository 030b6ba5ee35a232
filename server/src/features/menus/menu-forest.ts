import { type MenuKind, ownPath } from '@atrium/contract/features/menus/menu-metadata.ts'

/** As much of a menu as its place in the tree depends on. */
export type Placed = {
  id: string
  code: string
  parent: string | null
  kind: MenuKind
  sort: number
  status: number
  name: string
  metadata: Readonly<Record<string, unknown>>
  /** One of these is needed besides being granted it; none: nothing is. */
  elems: readonly { code: string }[]
}

/** The menus that stand above each other, nearest first; undefined where they go round in a circle. */
const above = <M extends Placed>(menus: ReadonlyMap<string, M>, menu: M): M[] | undefined => {
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

/** Menus as a forest. In: all of them, in any order. */
export const createForest = <M extends Placed>(all: readonly M[]) => {
  const menus = new Map(all.map((menu) => [menu.id, menu]))
  const children = Map.groupBy(
    [...all].sort((one, other) => one.sort - other.sort || one.name.localeCompare(other.name, 'zh')),
    ({ parent }) => parent,
  )
  const below = (parent: string | null): M[] =>
    (children.get(parent) ?? []).flatMap((menu) => [menu, ...below(menu.id)])
  const pathOf = (menu: M): string =>
    [...(above(menus, menu) ?? []).reverse(), menu]
      .map(({ metadata }) => ownPath(String(metadata.path ?? '')))
      .filter(Boolean)
      .join('/')
  return {
    get: (id: string) => menus.get(id),
    /** Every menu after its parent, siblings in their order. */
    ordered: () => below(null),
    /** The menu and what stands above it; undefined in a circle. */
    line: (menu: M) => {
      const ancestors = above(menus, menu)
      return ancestors && [menu, ...ancestors]
    },
    hasChildren: (id: string) => children.has(id),
    /** All that stands below it, each after its parent. */
    below,
    /** The address below /web/ (spec §2). */
    pathOf,
  }
}
export type Forest = ReturnType<typeof createForest<Placed>>
