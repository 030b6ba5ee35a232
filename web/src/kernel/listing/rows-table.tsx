import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, plainColumns } from './columns.tsx'

type RowsTableProps<Row> = {
  /** What the rows are, for readers of the screen. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Said in place of rows: 暂无交接记录. */
  empty: string
}

/** @public Rows of a read as a table, without search, order and pages: for those of an object, which are few. */
export const RowsTable = <Row extends { id: string }>({ columns, empty, ...props }: RowsTableProps<Row>) => (
  <DataTable<Row>
    columns={plainColumns(columns)}
    firstNumber={1}
    loading={false}
    placeholder={<Empty title={empty} />}
    sort=""
    onSort={() => undefined}
    {...props}
  />
)
