import type { MenuMove, MenuRow } from '@atrium/contract/features/access/menus/menus.contract.ts'

/** The part of a row its position depends on. */
export type Branch = Pick<MenuRow, 'id' | 'parent' | 'sort' | 'kind'>

/** Whether the menu can have children. */
export const takesChildren = ({ kind }: Pick<MenuRow, 'kind'>): boolean => kind === 'dir' || kind === 'menu'

/**
 * Depth of every row, 0 at the top.
 * @param rows rows, each after its parent
 */
export const measureDepths = (rows: readonly Branch[]): ReadonlyMap<string, number> => {
  const depths = new Map<string, number>()
  for (const { id, parent } of rows) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? -1) + 1)
  return depths
}

/** Rows without a collapsed ancestor. */
export const openRows = <Row extends Branch>(rows: readonly Row[], closed: ReadonlySet<string>): Row[] => {
  const hidden = new Set<string>()
  return rows.filter(({ id, parent }) => {
    const isHidden = parent !== null && (closed.has(parent) || hidden.has(parent))
    if (isHidden) hidden.add(id)
    return !isHidden
  })
}

/** Ids of the row and its descendants. */
export const withDescendants = (rows: readonly Branch[], id: string): ReadonlySet<string> => {
  const found = new Set([id])
  for (const row of rows) if (row.parent !== null && found.has(row.parent)) found.add(row.id)
  return found
}

/** Sorts rows so that each follows its parent; siblings keep their order. */
const sortByTree = <Row extends Branch>(rows: readonly Row[]): Row[] => {
  const children = Map.groupBy(rows, ({ parent }) => parent)
  const descendantsOf = (parent: string | null): Row[] =>
    (children.get(parent) ?? []).flatMap((row) => [row, ...descendantsOf(row.id)])
  return descendantsOf(null)
}

/** Target position: below `parent`, before that sibling, or last without one. */
export type Position = { parent: string | null; before?: string | undefined }

/** Rows after moving one of them; unchanged if it cannot be placed there. */
export const moveRow = <Row extends Branch>(
  rows: readonly Row[],
  id: string,
  { parent, before }: Position,
): readonly Row[] => {
  const row = rows.find((each) => each.id === id)
  const parentRow = parent === null ? undefined : rows.find((each) => each.id === parent)
  if (
    !row ||
    before === id ||
    (parent !== null && (!parentRow || !takesChildren(parentRow) || withDescendants(rows, id).has(parent)))
  )
    return rows
  const others = rows.filter((each) => each !== row)
  const at = before === undefined ? others.length : others.findIndex((each) => each.id === before)
  return sortByTree(others.toSpliced(at, 0, { ...row, parent }))
}

const step = 10
/** Moves that turn `before` into `after`: siblings whose position differs. */
export const movesBetween = (before: readonly Branch[], after: readonly Branch[]): MenuMove[] => {
  const formerRows = new Map(before.map((row) => [row.id, row]))
  return [...Map.groupBy(after, ({ parent }) => parent)].flatMap(([parent, siblings]) => {
    const formerSiblings = before.filter((row) => row.parent === parent)
    if (siblings.map(({ id }) => id).join() === formerSiblings.map(({ id }) => id).join()) return []
    return siblings
      .map(({ id }, at) => ({ id, parent, sort: (at + 1) * step }))
      .filter(({ id, sort }) => formerRows.get(id)?.parent !== parent || formerRows.get(id)?.sort !== sort)
  })
}

/**
 * Target position of an arrow key: up and down among siblings, right below the previous sibling, left after the parent.
 */
export const positionByKey = (rows: readonly Branch[], id: string, key: string): Position | undefined => {
  const row = rows.find((each) => each.id === id)
  if (!row) return undefined
  const { parent } = row
  const siblings = rows.filter((each) => each.parent === parent)
  const at = siblings.indexOf(row)
  switch (key) {
    case 'ArrowUp':
      return at > 0 ? { parent, before: siblings[at - 1]?.id } : undefined
    case 'ArrowDown':
      return at < siblings.length - 1 ? { parent, before: siblings[at + 2]?.id } : undefined
    case 'ArrowRight': {
      const above = siblings[at - 1]
      return above && takesChildren(above) ? { parent: above.id } : undefined
    }
    case 'ArrowLeft': {
      const parentRow = rows.find((each) => each.id === parent)
      if (!parentRow) return undefined
      const parentSiblings = rows.filter((each) => each.parent === parentRow.parent)
      return { parent: parentRow.parent, before: parentSiblings[parentSiblings.indexOf(parentRow) + 1]?.id }
    }
    default:
      return undefined
  }
}

/** Pointer position within a row: before, inside or after it. */
export type Zone = 'before' | 'inside' | 'after'
export const positionByZone = (rows: readonly Branch[], target: string, zone: Zone): Position | undefined => {
  const row = rows.find((each) => each.id === target)
  if (!row) return undefined
  if (zone === 'inside') return { parent: row.id }
  if (zone === 'before') return { parent: row.parent, before: row.id }
  const siblings = rows.filter(({ parent }) => parent === row.parent)
  return { parent: row.parent, before: siblings[siblings.indexOf(row) + 1]?.id }
}
