import type { TableColumn } from './table-column.ts'

type Sized = Pick<TableColumn<never>, 'key' | 'width' | 'grows' | 'rank' | 'stays'>

/** Key of the serial numbers among the columns. */
export const numbersKey = ':numbers'
const numbersRank = -1
/** Where there is no room for any column, these stay: the table scrolls then. */
const leastColumns = 2

/**
 * Chooses the columns that fit: by their rank, then in order. A column that is too wide leaves its place to the next of its
 * rank, but never to one of a lower rank.
 * @returns the keys of those that fit, and what is left of the room
 */
export const fitColumns = (columns: readonly Sized[], numbersWidth: number, room: number) => {
  const numbers: Sized = { key: numbersKey, width: numbersWidth, grows: false, rank: numbersRank }
  const isKept = (column: Sized) => column.stays || columns.indexOf(column) < leastColumns
  const kept = columns.filter((column, at) => column.stays || at < leastColumns)
  let left = kept.reduce((rest, { width }) => rest - width, room)
  let lowest = Number.NEGATIVE_INFINITY
  const others = [...columns, numbers].filter((column) => column === numbers || !isKept(column))
  for (const column of others.toSorted((one, other) => (other.rank ?? 0) - (one.rank ?? 0))) {
    const { rank = 0, width } = column
    if (rank >= lowest && width <= left) {
      kept.push(column)
      left -= width
    } else lowest = Math.max(lowest, rank)
  }
  return { keys: new Set(kept.map(({ key }) => key)), left: Math.max(0, left) }
}
