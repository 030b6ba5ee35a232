import { Table } from 'antd'
import type { KeyboardEvent } from 'react'
import { DataCards } from './data-cards.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { RowActions } from './row-actions.tsx'
import { useMedia } from './use-media.ts'
import './data-table.css'

const serialWidth = 56
const tickWidth = 48
const ownNumberWidth = 76
const virtualFrom = 100
const virtualHeight = 560
const slow = 200
const sizes = { compact: 'small', standard: 'medium', roomy: 'large' } as const

const orderOf = (key: string, sort: string) =>
  sort === key ? ('ascend' as const) : sort === `-${key}` ? ('descend' as const) : null

/**
 * Table with serial numbers, sortable columns and actions fixed at the right edge; shows 加载中... when loading takes
 * longer than 200 ms. More than a hundred rows are virtualised; on a phone rows become cards.
 */
export const DataTable = <Row extends { id: string }>(props: DataTableProps<Row>) => {
  const narrow = useMedia('(max-width: 639px)')
  return narrow ? <DataCards {...props} /> : <WideTable {...props} />
}

const WideTable = <Row extends { id: string }>({
  label,
  columns,
  density = 'standard',
  rows,
  firstNumber,
  numberOf,
  actions,
  actionWidth = 0,
  loading,
  placeholder,
  sort,
  onSort,
  selectedId,
  onSelect,
  ticks,
  markedId,
}: DataTableProps<Row>) => {
  const virtual = rows.length > virtualFrom
  const numberWidth = numberOf ? ownNumberWidth : serialWidth
  const ownWidth = numberWidth + (ticks ? tickWidth : 0) + (actions ? actionWidth : 0)
  const width = columns.reduce((sum, column) => sum + column.width, ownWidth)
  const classOf = ({ id }: Row) =>
    [id === selectedId && 'data-table-selected', id === markedId && 'data-table-marked'].filter(Boolean).join(' ')
  return (
    <Table<Row>
      aria-label={label}
      className={`data-table data-table-${density}${onSelect ? ' data-table-selectable' : ''}`}
      size={sizes[density]}
      tableLayout="fixed"
      rowKey="id"
      dataSource={[...rows]}
      pagination={false}
      virtual={virtual}
      scroll={virtual ? { x: width, y: virtualHeight } : { x: width }}
      loading={{ spinning: loading, delay: slow, description: '加载中...' }}
      locale={{ emptyText: placeholder }}
      rowClassName={classOf}
      showSorterTooltip={false}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
        onSort(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : '')
      }}
      {...(onSelect
        ? {
            onRow: (row: Row) => ({
              onClick: () => onSelect(row),
              onKeyDown: ({ key, target, currentTarget }: KeyboardEvent) => {
                if (key === 'Enter' && target === currentTarget) onSelect(row)
              },
              tabIndex: 0,
              'aria-selected': row.id === selectedId,
            }),
          }
        : {})}
      {...(ticks
        ? {
            rowSelection: {
              columnWidth: tickWidth,
              selectedRowKeys: [...ticks.ids],
              onChange: (ids) => ticks.onChange(ids.map(String)),
              getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
              getCheckboxProps: (row: Row) => ({
                'aria-label': `选择${ticks.nameOf(row)}`,
                disabled: ticks.isFixed(row),
              }),
            },
          }
        : {})}
      columns={[
        {
          key: '#',
          title: '序号',
          width: numberWidth,
          className: 'data-table-serial',
          render: (_value, row, at) => numberOf?.(row) ?? firstNumber + at,
        },
        ...columns.map(({ key, title, width, grows, sortable, alignRight, render }) => ({
          key,
          title,
          ...(grows ? {} : { width }),
          align: alignRight ? ('right' as const) : ('left' as const),
          className: alignRight ? 'data-table-right' : '',
          sorter: sortable,
          sortOrder: orderOf(key, sort),
          render: (_value: unknown, row: Row) => render(row),
        })),
        ...(actions
          ? [
              {
                key: '操作',
                title: '操作',
                width: actionWidth,
                fixed: 'end' as const,
                render: (_value: unknown, row: Row) => <RowActions actions={actions(row)} />,
              },
            ]
          : []),
      ]}
    />
  )
}
