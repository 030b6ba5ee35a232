import type { ReactNode } from 'react'

/**
 * A table column. `width` in pixels; the widths add up to the table's minimum before it scrolls. Columns that grow
 * share the remaining space.
 */
export type TableColumn<Row> = {
  key: string
  title: string
  width: number
  grows: boolean
  sortable: boolean
  alignRight: boolean
  /** Has controls of its own, so that it cannot be a link. */
  hasControls?: boolean
  /** Stays while others give way in a narrow table. */
  stays?: boolean
  render: (row: Row) => ReactNode
}
