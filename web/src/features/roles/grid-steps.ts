/** Where the focus stands in the grid: a row, and a cell of it; -1 is the row's heading. */
export type GridPlace = { row: number; cell: number }

const last = (length: number) => length - 1

/** The place in the last line of a row below a column. */
const bottomOf = (length: number, column: number, columns: number) =>
  Math.min(Math.floor(Math.max(0, last(length)) / columns) * columns + column, last(length))

const down = (rows: readonly number[], { row, cell }: GridPlace, columns: number): GridPlace => {
  const length = rows[row] ?? 0
  const below = row + 1 < rows.length
  if (cell < 0) return below ? { row: row + 1, cell } : { row, cell }
  if (cell + columns < length) return { row, cell: cell + columns }
  if (Math.floor(cell / columns) < Math.floor(last(length) / columns)) return { row, cell: last(length) }
  return below ? { row: row + 1, cell: Math.min(cell % columns, last(rows[row + 1] ?? 0)) } : { row, cell }
}
const up = (rows: readonly number[], { row, cell }: GridPlace, columns: number): GridPlace => {
  if (cell < 0) return row > 0 ? { row: row - 1, cell } : { row, cell }
  if (cell - columns >= 0) return { row, cell: cell - columns }
  if (row === 0) return { row, cell }
  return { row: row - 1, cell: bottomOf(rows[row - 1] ?? 0, cell % columns, columns) }
}

/**
 * Where a key leads in a grid whose rows wrap (ARIA grid pattern). In: how many cells each row has, where the focus is,
 * the key, and how many cells stand side by side. Out: undefined for keys that lead nowhere.
 */
export const stepInGrid = (
  rows: readonly number[],
  place: GridPlace,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  columns: number,
): GridPlace | undefined => {
  const { row, cell } = place
  const length = rows[row] ?? 0
  switch (key) {
    case 'ArrowRight':
      return { row, cell: Math.min(cell + 1, last(length)) }
    case 'ArrowLeft':
      return { row, cell: Math.max(cell - 1, -1) }
    case 'ArrowDown':
      return down(rows, place, columns)
    case 'ArrowUp':
      return up(rows, place, columns)
    case 'Home':
      return ctrlKey ? { row: 0, cell: -1 } : { row, cell: -1 }
    case 'End':
      return ctrlKey ? { row: last(rows.length), cell: last(rows.at(-1) ?? 0) } : { row, cell: last(length) }
    default:
      return undefined
  }
}
