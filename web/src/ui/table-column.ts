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
  render: (row: Row) => ReactNode
}
