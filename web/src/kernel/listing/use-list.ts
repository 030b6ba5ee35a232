import { CallError } from '../api/call-error.ts'
import { requestTo } from '../api/request-to.ts'
import { useRead } from '../api/use-read.ts'
import type { ListEndpoint, RowOf } from './list-contract.ts'
import { type ListState, toListQuery } from './list-state.ts'

type Page<Row> = { data: Row[]; total: number; more?: boolean }

/**
 * Rows of a list in a given state; the former page stays while the next loads. A page past the last one (after a
 * deletion, or from an old link) shows the last one instead. `paged`: whether the list has pages.
 */
export const useList = <E extends ListEndpoint, Row = RowOf<E>>(endpoint: E, state: ListState, paged = true) => {
  const { page, size, ...rest } = toListQuery(state)
  const { shape } = endpoint.query
  const criteria = Object.fromEntries(Object.entries(rest).filter(([name]) => name in shape))
  const toRequest = (page: number) =>
    requestTo<ListEndpoint>({ query: { ...(paged && { size, ...('page' in shape && { page }) }), ...criteria } })
  const requested = useRead<ListEndpoint>(endpoint, toRequest(page))
  const found = requested.data as Page<Row> | undefined
  const isPastLastPage =
    'page' in shape && !requested.isPlaceholderData && found !== undefined && found.data.length === 0 && found.total > 0
  const shownPage = isPastLastPage ? Math.ceil(found.total / size) : page
  const last = useRead<ListEndpoint>(endpoint, toRequest(shownPage), { enabled: isPastLastPage })
  const read = isPastLastPage ? last : requested
  const answer = read.data as Page<Row> | undefined
  return {
    rows: answer?.data ?? [],
    page: shownPage,
    total: answer?.total ?? 0,
    more: answer?.more ?? false,
    loading: read.isFetching,
    /** When the rows were read, in milliseconds. */
    readAt: read.dataUpdatedAt,
    failure: read.error instanceof CallError ? read.error : undefined,
    reload: () => void read.refetch(),
  }
}
