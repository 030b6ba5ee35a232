import type { ReactNode } from 'react'

/**
 * A table column. `width` in pixels, the least one of a column that grows: those share what the others leave. Where the
 * table has no room for all, the columns of the lowest `rank` give way first, of one rank the last.
 */
export type TableColumn<Row> = {
  key: string
  title: string
  width: number
  grows: boolean
  sortable: boolean
  alignRight: boolean
  /** 0 by default; the serial number has -1. */
  rank?: number
  /** Has controls of its own, so that it cannot be a link. */
  hasControls?: boolean | undefined
  /** Stays while others give way in a narrow table. */
  stays?: boolean
  /** Where a card shows it: beside the name or below it; among its lines by default. */
  place?: 'state' | 'sub' | undefined
  render: (row: Row) => ReactNode
}
