import { Spin } from 'antd'
import { CardsHead } from './cards-head.tsx'
import { DataCard } from './data-card.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { t } from './texts.ts'
import { useSelecting } from './use-selecting.ts'
import './data-cards.css'

const slow = 200

/** Table rows as cards: the first column is the heading, the others follow with their titles. */
export const DataCards = <Row extends { id: string }>(props: DataTableProps<Row>) => {
  const { label, columns, rows, loading, placeholder, ticks, isTree } = props
  const own = useSelecting(ticks)
  const selecting = props.selecting ?? own
  const hasHead = !props.selecting && (ticks !== undefined || columns.some(({ sortable }) => sortable))
  return (
    <Spin spinning={loading} delay={slow} description={t('加载中...')}>
      {hasHead && rows.length > 0 && <CardsHead<Row> {...props} selecting={selecting} />}
      {rows.length === 0 && <div className="data-cards-placeholder">{placeholder}</div>}
      <ul aria-label={label} className={isTree ? 'data-cards data-cards-tree' : 'data-cards'}>
        {rows.map((row) => (
          <DataCard<Row> key={row.id} {...props} row={row} selecting={selecting} />
        ))}
      </ul>
    </Spin>
  )
}
