import type { MenuNode } from '@atrium/contract/features/access/menus/menu-node.ts'

export type MenuRow = Omit<MenuNode, 'metadata' | 'children'> & { metadata: unknown }

/** Builds the tree, keeping order. Rows without their parent are left out. */
export const buildMenuTree = (rows: readonly MenuRow[]): MenuNode[] => {
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

export const collectMenuIds = (nodes: readonly MenuNode[]): Set<string> =>
  new Set(nodes.flatMap(({ id, children }) => [id, ...collectMenuIds(children)]))
