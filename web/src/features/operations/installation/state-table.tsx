import { DataTable } from '../../../ui/data-table.tsx'
import type { RowAction } from '../../../ui/row-actions.tsx'
import type { TableColumn } from '../../../ui/table-column.ts'

type Props<Row> = {
  title: string
  columns: readonly TableColumn<Row & { id: string }>[]
  rows: readonly Row[]
  empty: string
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  actionWidth?: number
}

/** A part of the installation as a table with a title. Rows differ by their names. */
export const StateTable = <Row extends { name: string }>({ title, columns, rows, empty, ...actions }: Props<Row>) => (
  <section className="installation-part">
    <h3>{title}</h3>
    <DataTable<Row & { id: string }>
      label={title}
      columns={columns}
      rows={rows.map((row, at) => ({ ...row, id: `${row.name} ${at}` }))}
      firstNumber={1}
      loading={false}
      placeholder={empty}
      sort=""
      onSort={() => undefined}
      {...actions}
    />
  </section>
)
