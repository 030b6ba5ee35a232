import type { KeyboardEvent } from 'react'
import { CellLink } from './cell-link.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { RowActions } from './row-actions.tsx'
import { t } from './texts.ts'

type RowProps<Row extends { id: string }> = Pick<
  DataTableProps<Row>,
  'columns' | 'ticks' | 'actions' | 'opener' | 'selectedId' | 'onSelect' | 'markedId'
> & {
  row: Row
  /** Absent where there is no room for it. */
  number: number | undefined
}

const selectableProps = <Row,>(row: Row, isSelected: boolean, onSelect: (row: Row) => void) => ({
  onClick: () => onSelect(row),
  onKeyDown: ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter' && target === currentTarget) onSelect(row)
  },
  tabIndex: 0,
  'aria-selected': isSelected,
})

/** One row of a table. */
export const DataTableRow = <Row extends { id: string }>({
  row,
  number,
  columns,
  ticks,
  actions,
  opener,
  selectedId,
  onSelect,
  markedId,
}: RowProps<Row>) => {
  const isTicked = ticks?.ids.includes(row.id) ?? false
  const classes = [
    (row.id === selectedId || isTicked) && 'data-table-selected',
    row.id === markedId && 'data-table-marked',
  ]
  return (
    <tr
      data-row=""
      className={classes.filter(Boolean).join(' ') || undefined}
      {...(onSelect && selectableProps(row, row.id === selectedId, onSelect))}
    >
      {ticks && (
        <td className="data-table-tick">
          <input
            type="checkbox"
            aria-label={t('选择{rowName}', { rowName: ticks.rowName(row) })}
            checked={isTicked}
            disabled={ticks.isFixed(row)}
            onClick={(event) => event.stopPropagation()}
            onChange={() => ticks.onChange(isTicked ? ticks.ids.filter((id) => id !== row.id) : [...ticks.ids, row.id])}
          />
        </td>
      )}
      {number !== undefined && <td className="data-table-serial">{number}</td>}
      {columns.map(({ key, alignRight, hasControls, render }, at) => (
        <td key={key} className={alignRight ? 'data-table-right' : undefined}>
          {at === 0 && !hasControls ? <CellLink opener={opener?.(row)}>{render(row)}</CellLink> : render(row)}
        </td>
      ))}
      {actions && (
        <td className="data-table-actions">
          <RowActions actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}
