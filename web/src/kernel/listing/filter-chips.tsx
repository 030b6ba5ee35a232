import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { rich } from '../../ui/rich.ts'
import { t } from '../../ui/texts.ts'
import { useFoundOptions } from '../../ui/use-found-options.ts'
import type { Filter } from './filters.tsx'

type Values = Readonly<Record<string, string>>
type FilterChipsProps = {
  /** Filters whose values are not in sight. */
  filters: readonly Filter[]
  values: Values
  onClear: (filter: Filter) => void
  onClearAll: () => void
}

const FoundText = ({ filter, value }: { filter: Extract<Filter, { kind: 'remoteSelect' }>; value: string }) => {
  const { options } = useFoundOptions(filter.find, value)
  return options.find((option) => option.value === value)?.label ?? '…'
}

/** A filter's value as people read it. */
const ValueText = ({ filter, value }: { filter: Filter; value: string }) => {
  switch (filter.kind) {
    case 'remoteSelect':
      return <FoundText filter={filter} value={value} />
    case 'select':
      return filter.options.find((option) => option.value === value)?.label ?? value
    case 'dateRange':
    case 'dateTimeRange':
      return value.replaceAll(' 00:00:00', '').replaceAll(' 23:59:59', '').replace('~', t(' 至 '))
    default:
      return value
  }
}

/** What is filtered by, each cleared by itself, and all at once. */
export const FilterChips = ({ filters, values, onClear, onClearAll }: FilterChipsProps) => {
  const set = filters.filter(({ name }) => values[name])
  return (
    <div className="filter-chips">
      {set.map((filter) => (
        <span key={filter.name} className="filter-chip">
          {rich('{label}：{value}', {
            label: filter.label,
            value: <ValueText filter={filter} value={values[filter.name] ?? ''} />,
          })}
          <button type="button" aria-label={t('清除{label}', { label: filter.label })} onClick={() => onClear(filter)}>
            <X aria-hidden size={12} />
          </button>
        </span>
      ))}
      <Button look="link" onClick={onClearAll}>
        {t('清除条件')}
      </Button>
    </div>
  )
}
