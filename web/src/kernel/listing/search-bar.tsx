import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { t } from '../../ui/texts.ts'
import { type Filter, FilterInput } from './filters.tsx'
import { FoldedFilters } from './folded-filters.tsx'
import { isQuick, useBarFilters } from './use-bar-filters.ts'
import { useSearchDraft } from './use-search-draft.ts'
import type { ShownList } from './use-shown-list.ts'
import './search-bar.css'

const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }))
const QuickFilter = lazy(async () => ({ default: (await import('./quick-filter.tsx')).QuickFilter }))

type SearchBarProps = {
  /** Id of the search box, to focus it. */
  searchId: string
  /** What the search covers: `编码、名称`. */
  searchHint: string
  filters: readonly Filter[]
  list: Pick<ShownList<object>, 'state' | 'change' | 'loading' | 'reload' | 'total' | 'more' | 'cleared'>
  /** The tools of the list; without room they are folded. */
  tools: (isFolded: boolean) => ReactNode
  addButton: ReactNode
}

type Criteria = ReturnType<typeof useSearchDraft>['draft']
const withoutFilters = (criteria: Criteria, cleared: readonly Filter[]): Criteria => {
  const isKept = ([name]: [string, string]) => cleared.every((filter) => filter.name !== name)
  return { ...criteria, filters: Object.fromEntries(Object.entries(criteria.filters).filter(isKept)) }
}

/** Toolbar of a list, in one row. Typed text waits for Enter or 查询; a chosen option searches at once. */
export const SearchBar = (props: SearchBarProps) => {
  const { searchId, searchHint, filters, list, tools, addButton } = props
  const { state, total, more, cleared } = list
  const { draft, setSearch, setFilter, submit } = useSearchDraft(list)
  const bar = useRef<HTMLFormElement>(null)
  const { shown, folded, isNarrow } = useBarFilters(bar, filters)
  return (
    <div className="search-area">
      <SearchForm
        formRef={bar}
        className={isNarrow ? 'search-bar search-bar-narrow' : 'search-bar'}
        onSubmit={() => submit()}
      >
        <div className="search-bar-search">
          <SearchInput
            id={searchId}
            aria-label={t('搜索{searchHint}', { searchHint })}
            placeholder={t('搜索{searchHint}', { searchHint })}
            maxLength={maxSearchLength}
            value={draft.search}
            onChange={setSearch}
            onClear={() => submit({ ...draft, search: '' })}
          />
        </div>
        {shown.map((filter) => {
          const input = {
            filter,
            value: draft.filters[filter.name],
            onChange: (value: string | undefined, done: boolean) => setFilter(filter.name, value, done),
          }
          return isQuick(filter) ? (
            <Suspense key={filter.name} fallback={<Button disabled>{filter.label}</Button>}>
              <QuickFilter {...input} />
            </Suspense>
          ) : (
            <FilterInput key={filter.name} {...input} />
          )
        })}
        {folded.length > 0 && (
          <FoldedFilters
            filters={folded}
            values={draft.filters}
            total={`${total}${more ? '+' : ''}`}
            onChange={({ name }, value, done) => setFilter(name, value, done)}
            onClear={() => submit(withoutFilters(draft, folded))}
          />
        )}
        <span className="search-bar-submit">
          <Button submits>{t('查询')}</Button>
        </span>
        {tools(isNarrow)}
        <div className="search-bar-end">{addButton}</div>
      </SearchForm>
      {Object.keys(state.filters).length > Object.keys(cleared.filters).length && (
        <Suspense fallback={<div className="filter-chips-waiting" />}>
          <FilterChips
            filters={folded}
            values={state.filters}
            onClear={(filter) => submit(withoutFilters(draft, [filter]))}
            onClearAll={() => submit(cleared)}
          />
        </Suspense>
      )}
    </div>
  )
}
