import { lazy, Suspense } from 'react'
import { LineInput } from '../../ui/line-input.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import type { Find } from '../../ui/use-found-options.ts'
import type { FilterName } from './list-contract.ts'

type Named<N> = { name: N; label: string }

/** A filter of the search bar. */
export type Filter<N extends string = string> = Named<N> &
  (
    | { kind: 'text' }
    // `quick`: stands in the toolbar as a chip that opens its options.
    | { kind: 'select'; options: readonly Option[]; quick?: true }
    | { kind: 'remoteSelect'; find: Find; quick?: true }
    | { kind: 'date' }
    | { kind: 'dateRange' }
    | { kind: 'dateTimeRange' }
  )

/** A filter of this list. */
export type FilterOf<L> = Filter<FilterName<L>>

// Lazy: only lists with time filters load the calendar.
const DateInput = lazy(async () => ({ default: (await import('../../ui/date-inputs.tsx')).DateInput }))
const DateRangeInput = lazy(async () => ({ default: (await import('../../ui/date-inputs.tsx')).DateRangeInput }))
const DateTimeRangeInput = lazy(async () => ({
  default: (await import('../../ui/date-inputs.tsx')).DateTimeRangeInput,
}))

export type FilterInputProps = {
  filter: Filter
  /** What an empty input says; its label, unless that stands beside it. */
  hint?: string
  value: string | undefined
  /** `done`: the value is complete, as a selected option is, and a typed letter is not. */
  onChange: (value: string | undefined, done: boolean) => void
}

const FilterControl = ({ filter, hint = filter.label, value, onChange }: FilterInputProps) => {
  const chosen = (next: string | undefined) => onChange(next, true)
  const named = { 'aria-label': filter.label }
  switch (filter.kind) {
    case 'text':
      return (
        <LineInput
          {...named}
          placeholder={hint}
          maxLength={64}
          value={value ?? ''}
          onChange={(typed) => onChange(typed, false)}
        />
      )
    case 'select':
      return <Select {...named} placeholder={hint} options={filter.options} value={value} onChange={chosen} clearable />
    case 'remoteSelect':
      return <SearchSelect {...named} placeholder={hint} find={filter.find} value={value} onChange={chosen} />
    case 'date':
      return <DateInput {...named} placeholder={hint} value={value} onChange={chosen} />
    case 'dateRange':
      return <DateRangeInput label={filter.label} value={value} onChange={chosen} />
    case 'dateTimeRange':
      return <DateTimeRangeInput label={filter.label} value={value} onChange={chosen} />
  }
}

/** Whether a filter has two ends. */
export const isRange = ({ kind }: Filter) => kind === 'dateRange' || kind === 'dateTimeRange'

/** One filter of a search bar: 260 px wide, a range 330 px. */
export const FilterInput = (props: FilterInputProps) => (
  <div className={isRange(props.filter) ? 'search-bar-item search-bar-range' : 'search-bar-item'}>
    <Suspense fallback={<div className="search-bar-waiting" />}>
      <FilterControl {...props} />
    </Suspense>
  </div>
)
