import { type Branch, keyOfElement, type PlacedElement } from '../public/grant-tree/branches.ts'

/** What the style sheet says of the tree, in pixels and elements. */
export type TreeLayout = {
  /** Number of elements side by side. */
  columns: number
  branchHeight: number
  elementHeight: number
}
/** A line of the tree: a branch alone, or some of its elements side by side. */
export type TreeLine = {
  branch: Branch
  elements?: readonly PlacedElement[]
  /** Keys of its rows. */
  keys: readonly string[]
  /** Position of the first row among its siblings, from 1, and how many they are. */
  position: number
  siblings: number
  /** Distance from the top of the tree, in pixels. */
  top: number
  height: number
}

/** The tree line by line. Takes the branches on the screen, and which of them are open. */
export const treeLines = (
  rows: readonly Branch[],
  isOpen: (branch: Branch) => boolean | undefined,
  { columns, branchHeight, elementHeight }: TreeLayout,
): TreeLine[] => {
  const lines: TreeLine[] = []
  let top = 0
  const add = (line: Omit<TreeLine, 'top'>) => {
    lines.push({ ...line, top })
    top += line.height
  }
  const byKey = new Map(rows.map((branch) => [branch.key, branch]))
  const byParent = Map.groupBy(rows, ({ parent }) => parent)
  for (const branch of rows) {
    const besides = byParent.get(branch.parent) ?? []
    const elementsBefore = byKey.get(branch.parent ?? '')?.elements.length ?? 0
    add({
      branch,
      keys: [branch.key],
      position: elementsBefore + besides.indexOf(branch) + 1,
      siblings: elementsBefore + besides.length,
      height: branchHeight,
    })
    const { elements, branches } = branch
    for (let first = 0; isOpen(branch) && first < elements.length; first += columns) {
      const side = elements.slice(first, first + columns)
      add({
        branch,
        elements: side,
        keys: side.map(({ id }) => keyOfElement(branch.key, id)),
        position: first + 1,
        siblings: elements.length + branches.length,
        height: elementHeight,
      })
    }
  }
  return lines
}
