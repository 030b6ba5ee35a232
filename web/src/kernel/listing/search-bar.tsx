import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { ListFilter, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Filter, FilterInput } from './filters.tsx'
import { isFiltered, type ListState } from './list-state.ts'
import './search-bar.css'

type SearchCriteria = Pick<ListState, 'search' | 'filters'>
type SearchBarProps = {
  /** Id of the search box, to focus it. */
  searchId: string
  /** What the search covers: `编码、名称`. */
  searchHint: string
  filters: readonly Filter[]
  state: ListState
  loading: boolean
  onSearch: (criteria: SearchCriteria) => void
  onRefresh: () => void
  /** Buttons beside 刷新 for the user's list preferences. */
  preferenceButtons: ReactNode
  /** Content at the right: the add button. */
  children?: ReactNode
}

/** Number of filters from which a phone hides them behind a button. */
const foldThreshold = 2
const emptyCriteria: SearchCriteria = { search: '', filters: {} }

/** Search bar above a list. Typed text waits for Enter or 查询; selecting a filter option searches immediately. */
export const SearchBar = (props: SearchBarProps) => {
  const { searchId, searchHint, filters, state, loading, onSearch, onRefresh, preferenceButtons, children } = props
  const [draft, setDraft] = useState<SearchCriteria>(state)
  const applied = JSON.stringify([state.search, state.filters])
  const [shown, setShown] = useState(applied)
  const [unfolded, setUnfolded] = useState(false)
  const chosen = Object.keys(state.filters).length
  // The address can change by navigation or 清除条件; the bar then shows the state of the list. Not in an effect: those
  // rerun when a kept page is shown again, and would discard typed text.
  if (shown !== applied) {
    setShown(applied)
    setDraft({ search: state.search, filters: state.filters })
  }

  const submit = (next: SearchCriteria) => {
    const search = next.search.trim()
    setDraft({ ...next, search })
    // Searching again for the same refreshes the list.
    if (JSON.stringify([search, next.filters]) === applied) onRefresh()
    else onSearch({ search, filters: next.filters })
  }
  const setFilter = (name: string, value: string | undefined, done: boolean) => {
    const { [name]: _former, ...others } = draft.filters
    const next = { ...draft, filters: value ? { ...others, [name]: value } : others }
    if (done) submit(next)
    else setDraft(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> would be the element, but it does not submit
    <form
      role="search"
      className={unfolded || filters.length < foldThreshold ? 'search-bar' : 'search-bar search-bar-folded'}
      onSubmit={(event) => {
        event.preventDefault()
        submit(draft)
      }}
    >
      <div className="search-bar-item">
        <SearchInput
          id={searchId}
          aria-label={`搜索${searchHint}`}
          placeholder={`搜索${searchHint}`}
          maxLength={maxSearchLength}
          value={draft.search}
          onChange={(search) => setDraft({ ...draft, search })}
        />
      </div>
      {filters.map((filter) => (
        <FilterInput
          key={filter.name}
          filter={filter}
          value={draft.filters[filter.name]}
          onChange={(value, done) => setFilter(filter.name, value, done)}
        />
      ))}
      <div className="search-bar-buttons">
        <Button submits>查询</Button>
        {filters.length >= foldThreshold && (
          <span className="search-bar-fold">
            <Button
              aria-expanded={unfolded}
              icon={<ListFilter aria-hidden size={14} />}
              onClick={() => setUnfolded(!unfolded)}
            >
              {chosen > 0 ? `筛选（${chosen}）` : '筛选'}
            </Button>
          </span>
        )}
        <Button
          onClick={onRefresh}
          icon={<RefreshCw aria-hidden size={14} className={loading ? 'turning' : undefined} />}
        >
          刷新
        </Button>
        {preferenceButtons}
        {isFiltered(state) && (
          <Button look="quiet" onClick={() => submit(emptyCriteria)}>
            清除条件
          </Button>
        )}
      </div>
      {children && <div className="search-bar-end">{children}</div>}
    </form>
  )
}
