import { CallError } from '../api/call-error.ts'
import { useRead } from '../api/use-endpoint.ts'
import type { ListEndpoint, RowOf } from './list-contract.ts'
import { type ListState, listQueryOf } from './list-state.ts'

type Page<E> = { data: RowOf<E>[]; total: number; more?: boolean }

/**
 * The rows of a list in a given state; the former page stays until the next has come. A page behind the last one
 * (a row was deleted, an old link) shows the last one instead.
 * In: the endpoint, the state and whether it has pages. Out: rows, the page they are on, total, whether it is loading,
 * what failed, and `reload`.
 */
export const useList = <E extends ListEndpoint>(endpoint: E, state: ListState, paged = true) => {
  const { page, size, ...rest } = listQueryOf(state)
  const { shape } = endpoint.query
  const narrowing = Object.fromEntries(Object.entries(rest).filter(([name]) => name in shape))
  // The state was read with this endpoint's own query schema; a generic endpoint hides that from the compiler.
  const requestOf = (page: number) =>
    ({ query: { ...(paged && { size, ...('page' in shape && { page }) }), ...narrowing } }) as never
  const asked = useRead<ListEndpoint>(endpoint, requestOf(page))
  const found = asked.data as Page<E> | undefined
  const isPast =
    'page' in shape && !asked.isPlaceholderData && found !== undefined && found.data.length === 0 && found.total > 0
  const shownPage = isPast ? Math.ceil(found.total / size) : page
  const last = useRead<ListEndpoint>(endpoint, requestOf(shownPage), { enabled: isPast })
  const read = isPast ? last : asked
  const answer = read.data as Page<E> | undefined
  return {
    rows: answer?.data ?? [],
    page: shownPage,
    total: answer?.total ?? 0,
    more: answer?.more ?? false,
    loading: read.isFetching,
    failure: read.error instanceof CallError ? read.error : undefined,
    reload: () => void read.refetch(),
  }
}
