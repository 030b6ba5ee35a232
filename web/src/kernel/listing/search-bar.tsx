import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { ListFilter, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Filter, FilterInput } from './filters.tsx'
import { isFiltered } from './list-state.ts'
import { useSearchDraft } from './use-search-draft.ts'
import type { ShownList } from './use-shown-list.ts'
import './search-bar.css'

type SearchBarProps = {
  /** Id of the search box, to focus it. */
  searchId: string
  /** What the search covers: `编码、名称`. */
  searchHint: string
  filters: readonly Filter[]
  list: Pick<ShownList<object>, 'state' | 'change' | 'loading' | 'reload'>
  /** Buttons beside 刷新 for the user's list preferences. */
  preferenceButtons: ReactNode
  /** At the right. */
  tools: ReactNode
  addButton: ReactNode
}

/** Number of filters from which a phone hides them behind a button. */
const foldThreshold = 2

type FoldButtonProps = { chosen: number; unfolded: boolean; onToggle: () => void }

/** Shows and hides the filters on a phone. */
const FoldButton = ({ chosen, unfolded, onToggle }: FoldButtonProps) => (
  <span className="search-bar-fold">
    <Button aria-expanded={unfolded} icon={<ListFilter aria-hidden size={14} />} onClick={onToggle}>
      {chosen > 0 ? `筛选（${chosen}）` : '筛选'}
    </Button>
  </span>
)

/** Search bar above a list. Typed text waits for Enter or 查询; selecting a filter option searches immediately. */
export const SearchBar = (props: SearchBarProps) => {
  const { searchId, searchHint, filters, list, preferenceButtons, tools, addButton } = props
  const { state, loading, reload } = list
  const { draft, setSearch, setFilter, submit } = useSearchDraft(list)
  const [unfolded, setUnfolded] = useState(false)
  const folds = filters.length >= foldThreshold
  return (
    <SearchForm
      className={unfolded || !folds ? 'search-bar' : 'search-bar search-bar-folded'}
      onSubmit={() => submit()}
    >
      <div className="search-bar-item">
        <SearchInput
          id={searchId}
          aria-label={`搜索${searchHint}`}
          placeholder={`搜索${searchHint}`}
          maxLength={maxSearchLength}
          value={draft.search}
          onChange={setSearch}
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
        {folds && (
          <FoldButton
            chosen={Object.keys(state.filters).length}
            unfolded={unfolded}
            onToggle={() => setUnfolded(!unfolded)}
          />
        )}
        <Button onClick={reload} icon={<RefreshCw aria-hidden size={14} className={loading ? 'turning' : undefined} />}>
          刷新
        </Button>
        {preferenceButtons}
        {isFiltered(state) && (
          <Button look="quiet" onClick={() => submit({ search: '', filters: {} })}>
            清除条件
          </Button>
        )}
      </div>
      {(tools || addButton) && (
        <div className="search-bar-end">
          {tools}
          {addButton}
        </div>
      )}
    </SearchForm>
  )
}
