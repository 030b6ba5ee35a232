import type { ReactNode } from 'react'
import { columnWidth } from '../../../kernel/listing/columns.tsx'
import type { TableColumn } from '../../../ui/table-column.ts'

type Options = Partial<Pick<TableColumn<never>, 'grows' | 'alignRight' | 'stays'>>

/** A column of a short table that is not sorted. Takes its title, its least width in pixels, and what it shows. */
export const toColumn = <Row>(
  title: string,
  width: number,
  render: (row: Row) => ReactNode,
  { grows = false, alignRight = false, stays = true }: Options = {},
): TableColumn<Row> => ({
  key: title,
  title,
  width: columnWidth(width, title, alignRight),
  grows,
  alignRight,
  stays,
  sortable: false,
  render,
})
