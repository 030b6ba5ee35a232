import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type Filter, FilterInput } from './filters.tsx'
import { FoldedFilters } from './folded-filters.tsx'
import { MoreTools } from './more-tools.tsx'
import { useBarFilters } from './use-bar-filters.ts'
import { useSearchDraft } from './use-search-draft.ts'
import type { ShownList } from './use-shown-list.ts'
import './search-bar.css'

type SearchBarProps = {
  /** Id of the search box, to focus it. */
  searchId: string
  /** What the search covers: `编码、名称`. */
  searchHint: string
  filters: readonly Filter[]
  list: Pick<ShownList<object>, 'state' | 'change' | 'loading' | 'reload' | 'total' | 'more' | 'cleared'>
  /** Buttons beside 刷新 for the user's list preferences. */
  preferenceButtons: ReactNode
  /** At the right. */
  tools: ReactNode
  addButton: ReactNode
}

const RefreshButton = ({ loading, onClick }: { loading: boolean; onClick: () => void }) => (
  <span className="search-bar-refresh">
    <Button onClick={onClick} icon={<RefreshCw aria-hidden size={14} className={loading ? 'turning' : undefined} />}>
      刷新
    </Button>
  </span>
)

type Criteria = ReturnType<typeof useSearchDraft>['draft']
const withoutFilters = (criteria: Criteria, cleared: readonly Filter[]): Criteria => {
  const isKept = ([name]: [string, string]) => cleared.every((filter) => filter.name !== name)
  return { ...criteria, filters: Object.fromEntries(Object.entries(criteria.filters).filter(isKept)) }
}

/** Toolbar of a list, in one row. Typed text waits for Enter or 查询; a chosen option searches at once. */
export const SearchBar = (props: SearchBarProps) => {
  const { searchId, searchHint, filters, list, preferenceButtons, tools, addButton } = props
  const { state, loading, reload, total, more, cleared } = list
  const { draft, setSearch, setFilter, submit } = useSearchDraft(list)
  const bar = useRef<HTMLFormElement>(null)
  const { shown, folded, isNarrow } = useBarFilters(bar, filters)
  const input = (filter: Filter) => (
    <FilterInput
      key={filter.name}
      filter={filter}
      value={draft.filters[filter.name]}
      onChange={(value, done) => setFilter(filter.name, value, done)}
    />
  )
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
            aria-label={`搜索${searchHint}`}
            placeholder={`搜索${searchHint}`}
            maxLength={maxSearchLength}
            value={draft.search}
            onChange={setSearch}
            onClear={() => submit({ ...draft, search: '' })}
          />
        </div>
        {shown.map(input)}
        {folded.length > 0 && (
          <FoldedFilters
            filters={folded}
            chosen={folded.filter(({ name }) => state.filters[name]).length}
            total={`${total}${more ? '+' : ''}`}
            input={input}
            onClear={() => submit(withoutFilters(draft, folded))}
          />
        )}
        <span className="search-bar-submit">
          <Button submits>查询</Button>
        </span>
        <RefreshButton loading={loading} onClick={reload} />
        <MoreTools folded={isNarrow}>
          {preferenceButtons}
          {tools && <span className="search-bar-tools">{tools}</span>}
        </MoreTools>
        <div className="search-bar-end">{addButton}</div>
      </SearchForm>
      {Object.keys(state.filters).length > Object.keys(cleared.filters).length && (
        <FilterChips
          filters={folded}
          values={state.filters}
          onClear={(filter) => submit(withoutFilters(draft, [filter]))}
          onClearAll={() => submit(cleared)}
        />
      )}
    </div>
  )
}
