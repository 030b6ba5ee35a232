import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { ListFilter, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Filter, FilterInput } from './filters.tsx'
import { isNarrowed, type ListState } from './list-state.ts'
import './search-bar.css'

type Narrowing = Pick<ListState, 'search' | 'filters'>
type SearchBarProps = {
  /** The id of the search box, for whoever wants to focus it. */
  searchId: string
  /** What the search looks in: `编码、名称`. */
  searchHint: string
  filters: readonly Filter[]
  state: ListState
  loading: boolean
  onSearch: (narrowing: Narrowing) => void
  onRefresh: () => void
  /** What stands beside 刷新: how the person arranges the list for himself. */
  arranging: ReactNode
  /** What stands at the right: the add button. */
  children?: ReactNode
}

/** From so many filters on, a phone shows them when they are asked for. */
const folded = 2
const nothing: Narrowing = { search: '', filters: {} }

/** The bar above a list. Typing waits for Enter or 查询; choosing in a filter searches at once. */
export const SearchBar = (props: SearchBarProps) => {
  const { searchId, searchHint, filters, state, loading, onSearch, onRefresh, arranging, children } = props
  const [draft, setDraft] = useState<Narrowing>(state)
  const applied = JSON.stringify([state.search, state.filters])
  const [shown, setShown] = useState(applied)
  const [unfolded, setUnfolded] = useState(false)
  const chosen = Object.keys(state.filters).length
  // The address may change by itself: back, a link, 清除条件. The bar then says what the list shows. No effect: those run
  // again whenever a kept page comes back, and would throw away what was typed.
  if (shown !== applied) {
    setShown(applied)
    setDraft({ search: state.search, filters: state.filters })
  }

  const submit = (next: Narrowing) => {
    const search = next.search.trim()
    setDraft({ ...next, search })
    // Asking again for what is already shown means: is it still so?
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
      className={unfolded || filters.length < folded ? 'search-bar' : 'search-bar search-bar-folded'}
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
        {filters.length >= folded && (
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
        {arranging}
        {isNarrowed(state) && (
          <Button look="quiet" onClick={() => submit(nothing)}>
            清除条件
          </Button>
        )}
      </div>
      {children && <div className="search-bar-end">{children}</div>}
    </form>
  )
}
