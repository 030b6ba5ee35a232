import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import type { ListEndpoint } from './list-contract.ts'

/** A column of a list: a field of its rows, a title, and how to show the value where plain text will not do. */
export type Column<Row> = {
  [F in keyof Row & string]: {
    field: F
    /** Tells columns of the same field apart. */
    key?: string
    title: string
    /** In pixels; without it, a share of what the others leave. */
    width?: number
    alignRight?: boolean
    /** Text ends in an ellipsis where it does not fit; anything else stands as it is. */
    show?: (value: Row[F], row: Row) => ReactNode
  }
}[keyof Row & string]

const usualWidth = 120

/** Whether the server sorts by a field is asked of the list's own query schema. */
const isSortable = ({ query }: ListEndpoint, field: string) => {
  const sort = query.shape.sort
  return sort !== undefined && z.safeParse(sort, field).success
}

const plain = (value: unknown) =>
  value === null || value === undefined || value === '' ? null : <EllipsisText>{String(value)}</EllipsisText>
const shown = (value: ReactNode) => (typeof value === 'string' ? plain(value) : value)

/** Columns as the table draws them. In: the declared columns and the list they belong to. */
export const tableColumns = <Row,>(columns: readonly Column<Row>[], list: ListEndpoint): TableColumn<Row>[] =>
  columns.map(({ field, key = field, title, width, alignRight = false, show }) => ({
    key,
    title,
    width: width ?? usualWidth,
    grows: width === undefined,
    alignRight,
    sortable: isSortable(list, key),
    render: (row) => (show ? shown(show(row[field], row)) : plain(row[field])),
  }))
