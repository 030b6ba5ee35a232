/** Focused grid position: row and cell; -1 is the row's heading. */
export type GridPosition = { row: number; cell: number }

const lastIndex = (length: number) => length - 1

/** Position in the last line of a row, below a column. */
const bottomCell = (length: number, column: number, columns: number) =>
  Math.min(Math.floor(Math.max(0, lastIndex(length)) / columns) * columns + column, lastIndex(length))

const moveDown = (rows: readonly number[], { row, cell }: GridPosition, columns: number): GridPosition => {
  const length = rows[row] ?? 0
  const hasNextRow = row + 1 < rows.length
  if (cell < 0) return hasNextRow ? { row: row + 1, cell } : { row, cell }
  if (cell + columns < length) return { row, cell: cell + columns }
  if (Math.floor(cell / columns) < Math.floor(lastIndex(length) / columns)) return { row, cell: lastIndex(length) }
  return hasNextRow ? { row: row + 1, cell: Math.min(cell % columns, lastIndex(rows[row + 1] ?? 0)) } : { row, cell }
}
const moveUp = (rows: readonly number[], { row, cell }: GridPosition, columns: number): GridPosition => {
  if (cell < 0) return row > 0 ? { row: row - 1, cell } : { row, cell }
  if (cell - columns >= 0) return { row, cell: cell - columns }
  if (row === 0) return { row, cell }
  return { row: row - 1, cell: bottomCell(rows[row - 1] ?? 0, cell % columns, columns) }
}

/**
 * Target of a key in a grid with wrapping rows (ARIA grid pattern). In: cells per row, the current focus, the key and
 * the number of cells per line. Returns undefined for other keys.
 */
export const moveInGrid = (
  rows: readonly number[],
  position: GridPosition,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  columns: number,
): GridPosition | undefined => {
  const { row, cell } = position
  const length = rows[row] ?? 0
  switch (key) {
    case 'ArrowRight':
      return { row, cell: Math.min(cell + 1, lastIndex(length)) }
    case 'ArrowLeft':
      return { row, cell: Math.max(cell - 1, -1) }
    case 'ArrowDown':
      return moveDown(rows, position, columns)
    case 'ArrowUp':
      return moveUp(rows, position, columns)
    case 'Home':
      return ctrlKey ? { row: 0, cell: -1 } : { row, cell: -1 }
    case 'End':
      return ctrlKey
        ? { row: lastIndex(rows.length), cell: lastIndex(rows.at(-1) ?? 0) }
        : { row, cell: lastIndex(length) }
    default:
      return undefined
  }
}
