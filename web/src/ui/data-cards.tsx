import { Spin } from 'antd'
import { CellLink } from './cell-link.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { PlainCheckbox } from './plain-checkbox.tsx'
import { RowActions } from './row-actions.tsx'
import { Select } from './select.tsx'
import './data-cards.css'

const slow = 200

/** Table rows as cards: the first column is the heading, the others follow with their titles. */
export const DataCards = <Row extends { id: string }>({
  label,
  columns,
  rows,
  firstNumber,
  getNumber,
  actions,
  opener,
  loading,
  placeholder,
  sort,
  onSort,
  selectedId,
  onSelect,
  ticks,
  markedId,
}: DataTableProps<Row>) => {
  const [heading, ...others] = columns
  const orders = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { value: key, label: `${title} 升序` },
      { value: `-${key}`, label: `${title} 降序` },
    ])
  const tickable = ticks ? rows.filter((row) => !ticks.isFixed(row)) : []
  return (
    <Spin spinning={loading} delay={slow} description="加载中...">
      {rows.length > 1 && orders.length > 0 && (
        <Select
          aria-label="排序"
          placeholder="默认排序"
          options={orders}
          value={sort || undefined}
          onChange={(next) => onSort(next ?? '')}
          clearable
        />
      )}
      {ticks && tickable.length > 0 && (
        <PlainCheckbox
          checked={tickable.every(({ id }) => ticks.ids.includes(id))}
          onChange={(all) => ticks.onChange(all ? tickable.map(({ id }) => id) : [])}
        >
          全选本页
        </PlainCheckbox>
      )}
      {rows.length === 0 && <div className="data-cards-placeholder">{placeholder}</div>}
      <ul aria-label={label} className="data-cards">
        {rows.map((row, at) => (
          <li
            key={row.id}
            className={[
              'data-card',
              row.id === markedId && 'data-table-marked',
              row.id === selectedId && 'data-card-selected',
            ]
              .filter(Boolean)
              .join(' ')}
          >
            <h2 className="data-card-heading">
              <span className="data-card-number">{getNumber?.(row) ?? firstNumber + at}</span>
              <span className="data-card-name">
                <CellLink opener={heading?.hasControls ? undefined : opener?.(row)}>{heading?.render(row)}</CellLink>
              </span>
            </h2>
            {ticks && !ticks.isFixed(row) && (
              <div className="data-card-tick">
                <PlainCheckbox
                  checked={ticks.ids.includes(row.id)}
                  onChange={(ticked) =>
                    ticks.onChange(ticked ? [...ticks.ids, row.id] : ticks.ids.filter((id) => id !== row.id))
                  }
                >
                  <span className="visually-hidden">{`选择${ticks.rowName(row)}`}</span>
                </PlainCheckbox>
              </div>
            )}
            <dl>
              {others.map(({ key, title, render }) => (
                <div key={key} className="data-card-line">
                  <dt>{title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
            </dl>
            <div className="data-card-actions">
              {onSelect && row.id !== selectedId && (
                <RowActions actions={[{ label: '查看', run: () => onSelect(row) }]} />
              )}
              {actions && <RowActions actions={actions(row)} />}
            </div>
          </li>
        ))}
      </ul>
    </Spin>
  )
}
