import { useState } from 'react'
import type { ListState } from './list-state.ts'
import type { ShownList } from './use-shown-list.ts'

type SearchCriteria = Pick<ListState, 'search' | 'filters'>

/**
 * What the search bar holds before it is searched for.
 * @returns the draft, setters of its parts, and `submit`, which searches for the given criteria or the draft
 */
export const useSearchDraft = ({ state, change, reload }: Pick<ShownList<object>, 'state' | 'change' | 'reload'>) => {
  const [draft, setDraft] = useState<SearchCriteria>(state)
  const applied = JSON.stringify([state.search, state.filters])
  const [shown, setShown] = useState(applied)
  // The address can change by navigation or 清除条件; the bar then shows the state of the list. Not in an effect: those
  // rerun when a kept page is shown again, and would discard typed text.
  if (shown !== applied) {
    setShown(applied)
    setDraft({ search: state.search, filters: state.filters })
  }
  const submit = (next: SearchCriteria = draft) => {
    const search = next.search.trim()
    setDraft({ ...next, search })
    // Searching again for the same refreshes the list.
    if (JSON.stringify([search, next.filters]) === applied) reload()
    else change({ search, filters: next.filters })
  }
  const setFilter = (name: string, value: string | undefined, done: boolean) => {
    const { [name]: _former, ...others } = draft.filters
    const next = { ...draft, filters: value ? { ...others, [name]: value } : others }
    if (done) submit(next)
    else setDraft(next)
  }
  return { draft, setSearch: (search: string) => setDraft({ ...draft, search }), setFilter, submit }
}
