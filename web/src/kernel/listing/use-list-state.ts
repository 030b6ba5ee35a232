import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { usePageSearch } from '../page/page-context.ts'
import type { ListEndpoint } from './list-contract.ts'
import { useListPreferences } from './list-preferences.ts'
import { type ListState, parseListState, toAddress } from './list-state.ts'

/**
 * State of a list, kept in the address so that links share it. A list opened without parameters uses the user's default
 * view.
 * @returns the state and a function that changes parts of it; anything except paging returns to page one.
 */
export const useListState = (endpoint: ListEndpoint) => {
  const { shape } = endpoint.query
  const [params, go] = usePageSearch()
  const view = useListPreferences(endpoint)?.view
  const isBare = !Object.keys(shape).some((name) => params.has(name))
  const [opening, setOpening] = useState(isBare && view ? view : undefined)
  if (opening !== undefined && !isBare) setOpening(undefined)
  useEffect(() => {
    if (opening !== undefined) go(Object.fromEntries(new URLSearchParams(opening)), { replace: true })
  }, [opening, go])
  const state = parseListState(isBare && opening ? new URLSearchParams(opening) : params, shape, z.safeParse)
  const change = (part: Partial<ListState>) =>
    go(toAddress({ ...state, page: 1, after: undefined, before: undefined, ...part }))
  return [state, change] as const
}
