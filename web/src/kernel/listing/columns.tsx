import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { textWidth } from '../../ui/text-width.ts'
import { isChinese } from '../../ui/texts.ts'
import type { ListEndpoint } from './list-contract.ts'

/** A column of a list: a field of its rows, a title, and a renderer unless plain text is enough. */
export type Column<Row> = {
  [F in keyof Row & string]: {
    field: F
    /** Distinguishes columns of the same field. */
    key?: string
    title: string
    /** In pixels; by default a share of the remaining width. */
    width?: number
    /** Least width of a column without `width`, in pixels. */
    leastWidth?: number
    alignRight?: boolean
    /** Columns of a lower rank give way first where there is no room; 0 by default, the serial number has -1. */
    rank?: number
    /** Whether the list can be sorted by it; by default, if its query says so. */
    sortable?: boolean
    /** Has controls of its own: the name is no link. */
    hasControls?: boolean
    /** Where a card shows it on a phone: beside the name, as a state does, or below it. */
    place?: 'state' | 'sub'
    /** Text is truncated with an ellipsis; other content is shown unchanged. */
    show?: (value: Row[F], row: Row) => ReactNode
  }
}[keyof Row & string]

const usualWidth = 120
/** Fields that say how a row is. */
const states: ReadonlySet<string> = new Set(['status', 'state', 'ok'])

/** Whether the list's query schema accepts sorting by this field. */
const isSortable = ({ query }: ListEndpoint, field: string) => {
  const sort = query.shape.sort
  return sort !== undefined && z.safeParse(sort, field).success
}

const plain = (value: unknown) =>
  value === null || value === undefined || value === '' ? null : <EllipsisText>{String(value)}</EllipsisText>
const shown = (value: ReactNode) => (typeof value === 'string' ? plain(value) : value)

/** Columns up to this width hold a word or two. */
const wordsAtMost = 100
const aroundTitle = 16
const sortMark = 18
/** Declared widths are those of Chinese words: others are half as wide again, and a title fits at least. */
export const columnWidth = (width: number, title: string, isNumber: boolean, sortable = false): number => {
  if (isChinese) return width
  const needed = Math.ceil(textWidth(title, 14)) + aroundTitle + (sortable ? sortMark : 0)
  return Math.max(needed, isNumber || width > wordsAtMost ? width : width * 1.5)
}

const toTableColumns = <Row,>(
  columns: readonly Column<Row>[],
  isSortable: (key: string) => boolean,
): TableColumn<Row>[] =>
  columns.map(
    ({ field, key = field, width, leastWidth = usualWidth, alignRight = false, rank = 0, place, show, ...column }) => {
      const sortable = column.sortable ?? isSortable(key)
      return {
        ...column,
        key,
        width: columnWidth(width ?? leastWidth, column.title, alignRight, sortable),
        grows: width === undefined,
        alignRight,
        rank,
        place: place ?? (states.has(key) ? 'state' : undefined),
        sortable,
        render: (row) => (show ? shown(show(row[field], row)) : plain(row[field])),
      }
    },
  )

/** Converts declared columns to table columns. */
export const tableColumns = <Row,>(columns: readonly Column<Row>[], list: ListEndpoint): TableColumn<Row>[] =>
  toTableColumns(columns, (key) => isSortable(list, key))

/** The same for rows that are not sorted. */
export const plainColumns = <Row,>(columns: readonly Column<Row>[]): TableColumn<Row>[] =>
  toTableColumns(columns, () => false)
