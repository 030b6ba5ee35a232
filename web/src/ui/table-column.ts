import type { ReactNode } from 'react'

/**
 * A column as the table draws it. `width` is in pixels; together they are what the table needs before it scrolls.
 * Columns that grow share what is left over.
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
