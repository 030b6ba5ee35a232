import type { MenuNode } from '@atrium/contract/features/session/session.contract.ts'

export type MenuRow = Omit<MenuNode, 'metadata' | 'children'> & { metadata: unknown }

/** Nests rows under their parents, keeping their order. A row whose parent was not granted is left out. */
export const menuTree = (rows: readonly MenuRow[]): MenuNode[] => {
  const nodes = new Map(
    rows.map((row) => [row.id, { ...row, metadata: JSON.stringify(row.metadata), children: [] as MenuNode[] }]),
  )
  const roots: MenuNode[] = []
  for (const node of nodes.values()) {
    if (node.parent === null) roots.push(node)
    else nodes.get(node.parent)?.children.push(node)
  }
  return roots
}

/** The ids of all menus in a tree. */
export const idsIn = (nodes: readonly MenuNode[]): Set<string> =>
  new Set(nodes.flatMap(({ id, children }) => [id, ...idsIn(children)]))
