import { useState } from 'react'
import type { Selection } from './batch-action.ts'
import { toListQuery } from './list-state.ts'
import type { ShownList } from './use-shown-list.ts'

type List = Pick<ShownList<unknown>, 'state' | 'total' | 'more'>

/** Search and filters of a list, as they are sent. */
const toFilter = ({ search, ...state }: List['state']): Readonly<Record<string, string>> => {
  const filters = Object.entries(toListQuery({ search, ...state })).filter(([name]) => name.startsWith('f.'))
  return { search, ...(Object.fromEntries(filters) as Record<string, string>) }
}

/**
 * Chooses all rows that a list finds in place of those ticked; another search or filter ends that. Takes the ticked
 * rows, as the list shows them.
 */
export const useAllRows = ({ state, total, more }: List, ticked: readonly { id: string }[]) => {
  const filter = toFilter(state)
  const key = JSON.stringify(filter)
  const [chosen, setChosen] = useState<string>()
  const isAll = chosen === key && ticked.length > 0
  const selection: Selection = isAll ? { filter } : { ids: ticked.map(({ id }) => id) }
  return {
    isAll,
    selection,
    count: isAll ? total : ticked.length,
    more: isAll && more,
    choose: () => setChosen(key),
    leave: () => setChosen(undefined),
  }
}
