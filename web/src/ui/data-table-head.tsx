import type { DataTableProps, Ticks } from './data-table-props.ts'
import type { TableColumn } from './table-column.ts'
import { t } from './texts.ts'
import { TriStateCheckbox } from './tri-state-checkbox.tsx'

type HeadCellProps<Row> = { column: TableColumn<Row>; sort: string; onSort: (sort: string) => void }

const nextSort = (key: string, sort: string) => (sort === key ? `-${key}` : sort === `-${key}` ? '' : key)

const HeadCell = <Row,>({ column: { key, title, sortable, alignRight }, sort, onSort }: HeadCellProps<Row>) => {
  const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined
  return (
    <th scope="col" className={alignRight ? 'data-table-right' : undefined} aria-sort={order}>
      {sortable ? (
        <button type="button" className="data-table-sort" onClick={() => onSort(nextSort(key, sort))}>
          {title}
          <svg viewBox="0 0 8 14" width="8" height="14" aria-hidden="true">
            <path d="M0 6 4 1l4 5z" />
            <path d="m0 8 4 5 4-5z" />
          </svg>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

const TickAll = <Row extends { id: string }>({ rows, ticks }: { rows: readonly Row[]; ticks: Ticks<Row> }) => {
  const tickable = rows.filter((row) => !ticks.isFixed(row)).map(({ id }) => id)
  const ticked = tickable.filter((id) => ticks.ids.includes(id)).length
  return (
    <TriStateCheckbox
      aria-label={t('全选本页')}
      state={ticked === 0 ? false : ticked === tickable.length || 'mixed'}
      disabled={tickable.length === 0}
      onChange={() => ticks.onChange(ticked === tickable.length ? [] : tickable)}
    />
  )
}

type HeadProps<Row extends { id: string }> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'ticks' | 'actions' | 'sort' | 'onSort'
> & { hasNumbers: boolean }

/** The titles of a table. */
export const DataTableHead = <Row extends { id: string }>(props: HeadProps<Row>) => {
  const { columns, rows, ticks, actions, sort, onSort, hasNumbers } = props
  return (
    <thead>
      <tr>
        {ticks && (
          <th scope="col" className="data-table-tick">
            <TickAll rows={rows} ticks={ticks} />
          </th>
        )}
        {hasNumbers && (
          <th scope="col" className="data-table-serial">
            {t('序号')}
          </th>
        )}
        {columns.map((column) => (
          <HeadCell<Row> key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
        {actions && (
          <th scope="col" className="data-table-actions">
            {t('操作')}
          </th>
        )}
      </tr>
    </thead>
  )
}
