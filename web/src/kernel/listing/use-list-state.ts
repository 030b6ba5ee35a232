import * as z from 'zod/mini'
import { usePageSearch } from '../page/page-context.ts'
import type { ListEndpoint } from './list-contract.ts'
import { addressOf, type ListState, parseListState } from './list-state.ts'

/**
 * The state of a list, kept in the address so that a link shows a colleague the same rows.
 * Out: the state, and a way to change parts of it; anything but a turn of the page goes back to page one.
 */
export const useListState = ({ query }: ListEndpoint) => {
  const [params, go] = usePageSearch()
  const state = parseListState(params, query.shape, z.safeParse)
  const change = (part: Partial<ListState>) =>
    go(addressOf({ ...state, page: 1, after: undefined, before: undefined, ...part }))
  return [state, change] as const
}
