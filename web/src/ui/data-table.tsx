import { Spin } from 'antd'
import { type CSSProperties, type ReactNode, Suspense, use, useDeferredValue, useRef } from 'react'
import { DataTableHead } from './data-table-head.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { DataTableRow } from './data-table-row.tsx'
import { numbersKey } from './fit-columns.ts'
import { t } from './texts.ts'
import { useFittingColumns } from './use-fitting-columns.ts'
import { useHiddenEnd } from './use-hidden-end.ts'
import { useIsPhone } from './use-media.ts'
import { useRowWindow } from './use-row-window.ts'
import './data-table.css'

// Most tables are never seen on a phone.
let cards: Promise<typeof import('./data-cards.tsx')> | undefined
const loadCards = () => {
  cards ??= import('./data-cards.tsx')
  return cards
}

const serialWidth = 48
const tickWidth = 40
const ownNumberWidth = 76
const windowedFrom = 100
const slow = 200
/** As many as a screen shows. */
const firstRows = 15

/**
 * Table with serial numbers, sortable columns and actions fixed at the right edge; shows 加载中... when loading takes
 * longer than 200 ms. Of more than a hundred rows only the visible ones are drawn; on a phone rows become cards.
 */
export const DataTable = <Row extends { id: string }>(props: DataTableProps<Row>) => {
  const narrow = useIsPhone()
  if (!narrow) return <WideTable<Row> {...props} />
  return (
    <Suspense fallback={<div className="data-table-cards" />}>
      <Cards<Row> {...props} />
    </Suspense>
  )
}

const Cards = <Row extends { id: string }>(props: DataTableProps<Row>) => {
  const { DataCards } = use(loadCards())
  return <DataCards<Row> {...props} />
}

const Gap = ({ height }: { height: number }) => height > 0 && <tr style={{ height }} />

/** Fills a table without rows, as wide as its visible part. */
const Placeholder = ({ span, children }: { span: number; children: ReactNode }) => (
  <tr className="data-table-placeholder">
    <td colSpan={span}>
      <div>{children}</div>
    </td>
  </tr>
)

/** The first rows at once, those below in slices. */
const Rows = <Row extends { id: string }>(props: DataTableProps<Row> & { hasNumbers: boolean }) => {
  const { rows, firstNumber, getNumber, hasNumbers } = props
  const end = useDeferredValue(Number.POSITIVE_INFINITY, firstRows)
  return rows
    .slice(0, end)
    .map((row, at) => (
      <DataTableRow<Row>
        key={row.id}
        {...props}
        row={row}
        number={hasNumbers ? (getNumber?.(row) ?? firstNumber + at) : undefined}
      />
    ))
}

const WideTable = <Row extends { id: string }>(props: DataTableProps<Row>) => {
  const { label, rows, firstNumber, getNumber, actions, actionWidth = 0 } = props
  const { loading, placeholder, onSelect, ticks, hidesTicks, onLeft } = props
  const box = useRef<HTMLDivElement>(null)
  useHiddenEnd(box)
  const isWindowed = rows.length > windowedFrom
  const { from, to, above, below } = useRowWindow(box, rows.length, isWindowed)
  const numbersWidth = getNumber ? ownNumberWidth : serialWidth
  const ticksWidth = ticks && !hidesTicks ? tickWidth : 0
  const fixedWidth = ticksWidth + (actions ? actionWidth : 0)
  const fitting = useFittingColumns(box, props.columns, { fixedWidth, numbersWidth, onLeft })
  const { columns } = fitting
  const hasNumbers = fitting.hasNumbers && !hidesTicks
  const all = [
    ...(ticks ? [{ key: ':ticks', width: ticksWidth }] : []),
    ...(hasNumbers ? [{ key: numbersKey, width: numbersWidth }] : []),
    ...columns,
    ...(actions ? [{ key: ':actions', width: actionWidth }] : []),
  ]
  const classes = [
    'data-table',
    onSelect && 'data-table-selectable',
    hidesTicks && 'data-table-hidden-ticks',
    hidesTicks && ticks && ticks.ids.length > 0 && 'data-table-ticking',
  ]
  const minWidth = all.reduce((sum, { width }) => sum + width, 0)
  return (
    <Spin spinning={loading} delay={slow} description={t('加载中...')}>
      <div ref={box} className={classes.filter(Boolean).join(' ')} data-windowed={isWindowed || undefined}>
        <table aria-label={label} style={{ '--table-width': `${minWidth}px` } as CSSProperties}>
          <colgroup>
            {all.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <DataTableHead {...props} columns={columns} hasNumbers={hasNumbers} />
          <tbody>
            {rows.length === 0 && <Placeholder span={all.length}>{placeholder}</Placeholder>}
            <Gap height={above} />
            {rows.length > 0 && (
              <Rows<Row>
                {...props}
                columns={columns}
                hasNumbers={hasNumbers}
                rows={rows.slice(from, to)}
                firstNumber={firstNumber + from}
              />
            )}
            <Gap height={below} />
          </tbody>
        </table>
      </div>
    </Spin>
  )
}
