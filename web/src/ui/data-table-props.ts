import type { ReactNode } from 'react'
import type { RowAction } from './row-actions.tsx'
import type { TableColumn } from './table-column.ts'

/** Which rows are ticked, and the way to tick others. */
export type Ticks<Row> = {
  ids: readonly string[]
  onChange: (ids: readonly string[]) => void
  /** What a row is called, for those who hear its box only. */
  nameOf: (row: Row) => string
  /** Rows that cannot be ticked. */
  isFixed: (row: Row) => boolean
}

/** What the table and its cards are given. */
export type DataTableProps<Row extends { id: string }> = {
  /** What screen readers call the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  /** How close its rows stand. */
  density?: 'compact' | 'standard' | 'roomy'
  /** The serial number of the first row. */
  firstNumber: number
  /** Rows that carry a number of their own, and what it is. */
  numberOf?: ((row: Row) => number) | undefined
  /** What can be done to a row; without it there is no operation column. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** What the operation column needs, in pixels. */
  actionWidth?: number | undefined
  loading: boolean
  /** What stands where rows would be when there are none. */
  placeholder: ReactNode
  /** `name`, `-name` or nothing, as on the wire. */
  sort: string
  onSort: (sort: string) => void
  selectedId?: string | undefined
  onSelect?: ((row: Row) => void) | undefined
  /** Rows can be ticked; without it there are no boxes. */
  ticks?: Ticks<Row> | undefined
  /** The row to draw the eye to: it has just been saved. */
  markedId?: string | undefined
}
