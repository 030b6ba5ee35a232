import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { usePageSearch } from '../page/page-context.ts'
import { useArrangement } from './arrangement.ts'
import type { ListEndpoint } from './list-contract.ts'
import { addressOf, type ListState, parseListState } from './list-state.ts'

/**
 * The state of a list, kept in the address so that a link shows a colleague the same rows. A list that is opened with
 * an address that asks for nothing goes to the person's default view.
 * Out: the state, and a way to change parts of it; anything but a turn of the page goes back to page one.
 */
export const useListState = (endpoint: ListEndpoint) => {
  const { shape } = endpoint.query
  const [params, go] = usePageSearch()
  const view = useArrangement(endpoint)?.view
  const isBare = !Object.keys(shape).some((name) => params.has(name))
  const [opening, setOpening] = useState(isBare && view ? view : undefined)
  if (opening !== undefined && !isBare) setOpening(undefined)
  useEffect(() => {
    if (opening !== undefined) go(Object.fromEntries(new URLSearchParams(opening)), { replace: true })
  }, [opening, go])
  const state = parseListState(isBare && opening ? new URLSearchParams(opening) : params, shape, z.safeParse)
  const change = (part: Partial<ListState>) =>
    go(addressOf({ ...state, page: 1, after: undefined, before: undefined, ...part }))
  return [state, change] as const
}
