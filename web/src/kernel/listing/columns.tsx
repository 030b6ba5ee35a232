import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import type { ListEndpoint } from './list-contract.ts'

/** A column of a list: a field of its rows, a title, and how to show the value where plain text will not do. */
export type Column<Row> = {
  [F in keyof Row & string]: {
    field: F
    title: string
    /** In pixels; columns share what is left over in proportion. */
    width?: number
    alignRight?: boolean
    show?: (value: Row[F], row: Row) => ReactNode
  }
}[keyof Row & string]

const usualWidth = 160

/** Whether the server sorts by a field is asked of the list's own query schema. */
const isSortable = ({ query }: ListEndpoint, field: string) => {
  const sort = query.shape.sort
  return sort !== undefined && z.safeParse(sort, field).success
}

const plain = (value: unknown) =>
  value === null || value === undefined || value === '' ? null : <EllipsisText>{String(value)}</EllipsisText>

/** Columns as the table draws them. In: the declared columns and the list they belong to. */
export const tableColumns = <Row,>(columns: readonly Column<Row>[], list: ListEndpoint): TableColumn<Row>[] =>
  columns.map(({ field, title, width = usualWidth, alignRight = false, show }) => ({
    key: field,
    title,
    width,
    alignRight,
    sortable: isSortable(list, field),
    render: (row) => (show ? show(row[field], row) : plain(row[field])),
  }))
