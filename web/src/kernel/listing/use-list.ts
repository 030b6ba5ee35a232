import { CallError } from '../api/call-error.ts'
import { useRead } from '../api/use-read.ts'
import type { ListEndpoint, RowOf } from './list-contract.ts'
import { type ListState, listQueryOf } from './list-state.ts'

type Page<E> = { data: RowOf<E>[]; total: number; more?: boolean }

/**
 * Rows of a list in a given state; the former page stays while the next loads. A page past the last one (after a
 * deletion, or from an old link) shows the last one instead. `paged`: whether the list has pages.
 */
export const useList = <E extends ListEndpoint>(endpoint: E, state: ListState, paged = true) => {
  const { page, size, ...rest } = listQueryOf(state)
  const { shape } = endpoint.query
  const criteria = Object.fromEntries(Object.entries(rest).filter(([name]) => name in shape))
  // The state was parsed by this endpoint's query schema; the generic type hides that from the compiler.
  const requestOf = (page: number) =>
    ({ query: { ...(paged && { size, ...('page' in shape && { page }) }), ...criteria } }) as never
  const requested = useRead<ListEndpoint>(endpoint, requestOf(page))
  const found = requested.data as Page<E> | undefined
  const isPastLastPage =
    'page' in shape && !requested.isPlaceholderData && found !== undefined && found.data.length === 0 && found.total > 0
  const shownPage = isPastLastPage ? Math.ceil(found.total / size) : page
  const last = useRead<ListEndpoint>(endpoint, requestOf(shownPage), { enabled: isPastLastPage })
  const read = isPastLastPage ? last : requested
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
