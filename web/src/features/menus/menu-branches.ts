import type { MenuMove, MenuRow } from '@atrium/contract/features/menus/menus.contract.ts'

/** As much of a row as its place depends on. */
export type Branch = Pick<MenuRow, 'id' | 'parent' | 'sort' | 'kind'>

/** Whether something may stand below it. */
export const takesChildren = ({ kind }: Pick<MenuRow, 'kind'>): boolean => kind === 'dir' || kind === 'menu'

/** How deep every row stands, 0 at the top. In: rows, each after its parent. */
export const depthsOf = (rows: readonly Branch[]): ReadonlyMap<string, number> => {
  const depths = new Map<string, number>()
  for (const { id, parent } of rows) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? -1) + 1)
  return depths
}

/** The rows that are not below a closed one. */
export const openRows = <Row extends Branch>(rows: readonly Row[], closed: ReadonlySet<string>): Row[] => {
  const unseen = new Set<string>()
  return rows.filter(({ id, parent }) => {
    const isUnseen = parent !== null && (closed.has(parent) || unseen.has(parent))
    if (isUnseen) unseen.add(id)
    return !isUnseen
  })
}

/** The row and everything below it, by id. */
export const withBelow = (rows: readonly Branch[], id: string): ReadonlySet<string> => {
  const found = new Set([id])
  for (const row of rows) if (row.parent !== null && found.has(row.parent)) found.add(row.id)
  return found
}

/** Each row after its parent, siblings in the order they are given in. */
const nested = <Row extends Branch>(rows: readonly Row[]): Row[] => {
  const children = Map.groupBy(rows, ({ parent }) => parent)
  const below = (parent: string | null): Row[] => (children.get(parent) ?? []).flatMap((row) => [row, ...below(row.id)])
  return below(null)
}

/** Where a row goes: below this parent, in front of that sibling; without one, behind all of them. */
export type Place = { parent: string | null; before?: string | undefined }

/** The rows after one of them has gone to another place, or as they were where it cannot stand there. */
export const moveRow = <Row extends Branch>(
  rows: readonly Row[],
  id: string,
  { parent, before }: Place,
): readonly Row[] => {
  const row = rows.find((each) => each.id === id)
  const above = parent === null ? undefined : rows.find((each) => each.id === parent)
  if (
    !row ||
    before === id ||
    (parent !== null && (!above || !takesChildren(above) || withBelow(rows, id).has(parent)))
  )
    return rows
  const others = rows.filter((each) => each !== row)
  const at = before === undefined ? others.length : others.findIndex((each) => each.id === before)
  return nested(others.toSpliced(at, 0, { ...row, parent }))
}

const step = 10
/** What has to be said to the server so that its rows stand like these: the places of siblings that are not in order. */
export const movesBetween = (before: readonly Branch[], after: readonly Branch[]): MenuMove[] => {
  const former = new Map(before.map((row) => [row.id, row]))
  return [...Map.groupBy(after, ({ parent }) => parent)].flatMap(([parent, siblings]) => {
    const formerly = before.filter((row) => row.parent === parent)
    if (siblings.map(({ id }) => id).join() === formerly.map(({ id }) => id).join()) return []
    return siblings
      .map(({ id }, at) => ({ id, parent, sort: (at + 1) * step }))
      .filter(({ id, sort }) => former.get(id)?.parent !== parent || former.get(id)?.sort !== sort)
  })
}

/** Where an arrow key takes a row: up and down among its siblings, right below the one above it, left beside its parent. */
export const placeByKey = (rows: readonly Branch[], id: string, key: string): Place | undefined => {
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
      const own = rows.find((each) => each.id === parent)
      if (!own) return undefined
      const beside = rows.filter((each) => each.parent === own.parent)
      return { parent: own.parent, before: beside[beside.indexOf(own) + 1]?.id }
    }
    default:
      return undefined
  }
}

/** What a pointer over a row means: in front of it, below it, behind it. */
export type Zone = 'before' | 'inside' | 'after'
export const placeByZone = (rows: readonly Branch[], target: string, zone: Zone): Place | undefined => {
  const row = rows.find((each) => each.id === target)
  if (!row) return undefined
  if (zone === 'inside') return { parent: row.id }
  if (zone === 'before') return { parent: row.parent, before: row.id }
  const siblings = rows.filter(({ parent }) => parent === row.parent)
  return { parent: row.parent, before: siblings[siblings.indexOf(row) + 1]?.id }
}
