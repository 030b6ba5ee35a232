import type { ReactNode } from 'react'

/** A column as the table draws it. `width` is in pixels; together they are what the table needs before it scrolls. */
export type TableColumn<Row> = {
  key: string
  title: string
  width: number
  sortable: boolean
  alignRight: boolean
  render: (row: Row) => ReactNode
}
