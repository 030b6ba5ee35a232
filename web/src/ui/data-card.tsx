import { ChevronDown, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { CellLink } from './cell-link.tsx'
import type { DataTableProps, Selecting } from './data-table-props.ts'
import { PlainCheckbox } from './plain-checkbox.tsx'
import { MoreActions, RowActions } from './row-actions.tsx'
import type { TableColumn } from './table-column.ts'
import { t } from './texts.ts'
import { useLongPress } from './use-long-press.ts'

const mostLines = 3

/** What a card says in three lines, and what only when it is unfolded: the columns of a lower rank. */
const divide = <Row,>(columns: readonly TableColumn<Row>[]) => {
  const lines = columns.filter(({ place }) => place === undefined)
  const byRank = lines.toSorted((one, other) => (other.rank ?? 0) - (one.rank ?? 0))
  const shown = byRank.slice(0, mostLines)
  return [lines.filter((line) => shown.includes(line)), byRank.slice(mostLines)] as const
}

type CardProps<Row extends { id: string }> = DataTableProps<Row> & {
  row: Row
  /** Meanwhile checkboxes are shown in place of the actions. */
  selecting: Selecting
}

const Lines = <Row,>({ columns, row }: { columns: readonly TableColumn<Row>[]; row: Row }) =>
  columns.map(({ key, title, render }) => (
    <div key={key} className="data-card-line">
      <dt>{title}</dt>
      <dd>{render(row)}</dd>
    </div>
  ))

const Foot = <Row extends { id: string }>(
  props: CardProps<Row> & { fold: { open: boolean; toggle: () => void } | undefined },
) => {
  const { row, actions, selectedId, onSelect, isTree, fold } = props
  const looking = onSelect && row.id !== selectedId ? [{ label: t('查看'), run: () => onSelect(row) }] : []
  const all = [...looking, ...(actions?.(row) ?? [])]
  if (isTree) return all.length > 0 && <MoreActions actions={all} icon={<Ellipsis aria-hidden size={16} />} />
  return (
    <div className="data-card-actions">
      {fold && (
        <button
          type="button"
          className="data-card-fold"
          aria-label={fold.open ? t('收起') : t('展开')}
          aria-expanded={fold.open}
          onClick={fold.toggle}
        >
          <ChevronDown aria-hidden size={16} />
        </button>
      )}
      {all.length > 0 && <RowActions actions={all} />}
    </div>
  )
}

/** One row as a card. A long press selects it, where rows can be ticked. */
export const DataCard = <Row extends { id: string }>(props: CardProps<Row>) => {
  const { columns, row, opener, selectedId, ticks, markedId, isTree, selecting } = props
  const [isOpen, setOpen] = useState(false)
  const [heading, ...others] = columns
  const [lines, folded] = divide(others)
  const isTickable = ticks !== undefined && !ticks.isFixed(row)
  const isTicked = ticks?.ids.includes(row.id) ?? false
  const tick = (on: boolean) => ticks?.onChange(on ? [...ticks.ids, row.id] : ticks.ids.filter((id) => id !== row.id))
  const press = useLongPress(
    isTickable && !selecting.isOn
      ? () => {
          selecting.set(true)
          tick(true)
        }
      : undefined,
  )
  const place = (where: TableColumn<Row>['place']) => others.filter((column) => column.place === where)
  const classes = [
    'data-card',
    row.id === markedId && 'data-table-marked',
    (row.id === selectedId || isTicked) && 'data-card-selected',
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')} {...press}>
      <div className="data-card-top">
        <div className="data-card-words">
          <h2 className="data-card-name">
            <CellLink opener={heading?.hasControls || selecting.isOn ? undefined : opener?.(row)}>
              {heading?.render(row)}
            </CellLink>
          </h2>
          {!isTree &&
            place('sub').map(({ key, render }) => (
              <div key={key} className="data-card-sub">
                {render(row)}
              </div>
            ))}
        </div>
        {place('state').map(({ key, render }) => (
          <span key={key}>{render(row)}</span>
        ))}
        {selecting.isOn && isTickable && (
          <PlainCheckbox checked={isTicked} onChange={tick}>
            <span className="visually-hidden">{t('选择{rowName}', { rowName: ticks.rowName(row) })}</span>
          </PlainCheckbox>
        )}
        {isTree && !selecting.isOn && <Foot {...props} fold={undefined} />}
      </div>
      {!isTree && (
        <dl>
          <Lines<Row> columns={lines} row={row} />
          {isOpen && <Lines<Row> columns={folded} row={row} />}
        </dl>
      )}
      {!isTree && !selecting.isOn && (
        <Foot {...props} fold={folded.length > 0 ? { open: isOpen, toggle: () => setOpen(!isOpen) } : undefined} />
      )}
    </li>
  )
}
