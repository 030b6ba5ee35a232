import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import type { ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import type { DataTableProps } from '../../ui/data-table-props.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { ReadState } from '../page/read-state.tsx'
import type { Paging } from './use-paging.ts'

type Page<Row> = { data: readonly Row[]; total: number; more?: boolean | undefined }
type PagedTableProps<Row extends { id: string }> = Omit<
  DataTableProps<Row>,
  'rows' | 'firstNumber' | 'loading' | 'sort' | 'onSort'
> & {
  read: { data: Page<Row> | undefined; error: Error | null; refetch: () => unknown; isFetching: boolean }
  paging: Paging
  /** Content between table and pagination. */
  children?: ReactNode
}

/** An embedded list: its rows, their failure or a skeleton, and its pages. */
export const PagedTable = <Row extends { id: string }>(props: PagedTableProps<Row>) => {
  const { read, paging, children, ...table } = props
  const { page, size, sort } = paging.query
  return (
    <ReadState read={read}>
      {({ data, total, more = false }) => (
        <>
          <DataTable<Row>
            {...table}
            rows={data}
            firstNumber={(page - 1) * size + 1}
            loading={read.isFetching}
            sort={sort}
            onSort={paging.onSort}
          />
          {children}
          {total > data.length && (
            <Pagination page={page} size={size} total={total} more={more} sizes={pageSizes} onChange={paging.onPage} />
          )}
        </>
      )}
    </ReadState>
  )
}
