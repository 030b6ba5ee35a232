import type { ReactNode } from 'react'
import type { Opener } from './cell-link.tsx'
import type { RowAction } from './row-actions.tsx'
import type { TableColumn } from './table-column.ts'

/** Ticked rows and their change handler. */
export type Ticks<Row> = {
  ids: readonly string[]
  onChange: (ids: readonly string[]) => void
  /** Accessible name of a row's checkbox. */
  rowName: (row: Row) => string
  /** Whether the row's checkbox is disabled. */
  isFixed: (row: Row) => boolean
}

/** Whether cards show their checkboxes: since it was asked for, or while one is ticked. */
export type Selecting = { isOn: boolean; set: (on: boolean) => void }

/** Props of the table and of its cards. */
export type DataTableProps<Row extends { id: string }> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  /** Serial number of the first row. */
  firstNumber: number
  /** Own numbers of rows, in place of serial numbers. */
  getNumber?: ((row: Row) => number) | undefined
  /** Actions of a row; without it there is no action column. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** What a press on the first column of a row does. */
  opener?: ((row: Row) => Opener | undefined) | undefined
  /** Width of the action column, in pixels. */
  actionWidth?: number | undefined
  loading: boolean
  /** Shown when there are no rows. */
  placeholder: ReactNode
  /** `name`, `-name` or empty, as on the wire. */
  sort: string
  onSort: (sort: string) => void
  selectedId?: string | undefined
  onSelect?: ((row: Row) => void) | undefined
  /** Makes rows tickable; without it there are no checkboxes. */
  ticks?: Ticks<Row> | undefined
  /** Checkboxes take the place of the last column, while a row is pointed at or one is ticked. */
  hidesTicks?: boolean | undefined
  /** On a phone: selection of several cards, where what begins it stands elsewhere. */
  selecting?: Selecting | undefined
  /** The first column shows a tree: on a phone a row is a line. */
  isTree?: boolean | undefined
  /** Receives the keys of the columns without room. */
  onLeft?: ((keys: readonly string[]) => void) | undefined
  /** Row to highlight, as it has just been saved. */
  markedId?: string | undefined
}
