import { Button } from './button.tsx'
import type { DataTableProps, Selecting, Ticks } from './data-table-props.ts'
import { PlainCheckbox } from './plain-checkbox.tsx'
import { Select } from './select.tsx'
import { t } from './texts.ts'
import './cards-head.css'

type CardsHeadProps<Row extends { id: string }> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'sort' | 'onSort' | 'ticks'
> & { selecting: Selecting; total?: string | undefined }

const TickAll = <Row extends { id: string }>({ rows, ticks }: { rows: readonly Row[]; ticks: Ticks<Row> }) => {
  const tickable = rows.filter((row) => !ticks.isFixed(row))
  return (
    <PlainCheckbox
      checked={tickable.length > 0 && tickable.every(({ id }) => ticks.ids.includes(id))}
      onChange={(all) => ticks.onChange(all ? tickable.map(({ id }) => id) : [])}
    >
      {t('全选本页')}
    </PlainCheckbox>
  )
}

/** What stands above cards: how many there are, their order, and what selects several. */
export const CardsHead = <Row extends { id: string }>(props: CardsHeadProps<Row>) => {
  const { columns, rows, sort, onSort, ticks, selecting, total } = props
  const orders = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { value: key, label: t('{title} 升序', { title }) },
      { value: `-${key}`, label: t('{title} 降序', { title }) },
    ])
  return (
    <div className="cards-head">
      {ticks && selecting.isOn ? (
        <TickAll<Row> rows={rows} ticks={ticks} />
      ) : (
        <>
          <span className="cards-head-total">{rows.length > 0 && total}</span>
          {rows.length > 1 && orders.length > 0 && (
            <div className="cards-head-order">
              <Select
                aria-label={t('排序')}
                placeholder={t('默认排序')}
                options={orders}
                value={sort || undefined}
                onChange={(next) => onSort(next ?? '')}
                clearable
              />
            </div>
          )}
        </>
      )}
      {ticks && rows.length > 0 && (
        <Button look="quiet" onClick={() => selecting.set(!selecting.isOn)}>
          {selecting.isOn ? t('取消') : t('选择')}
        </Button>
      )}
    </div>
  )
}
