import { CallError } from '../api/call-error.ts'
import { useRead } from '../api/use-endpoint.ts'
import type { ListEndpoint, RowOf } from './list-contract.ts'
import { type ListState, listQueryOf } from './list-state.ts'

type Page<E> = { data: RowOf<E>[]; total: number; more?: boolean }

/**
 * The rows of a list in a given state; the former page stays until the next has come.
 * In: the endpoint, the state and whether it has pages. Out: rows, total, whether it is loading, what failed, and `reload`.
 */
export const useList = <E extends ListEndpoint>(endpoint: E, state: ListState, paged = true) => {
  const { page, size, ...narrowing } = listQueryOf(state)
  const query = paged ? { page, size, ...narrowing } : narrowing
  // The state was read with this endpoint's own query schema; a generic endpoint hides that from the compiler.
  const read = useRead<ListEndpoint>(endpoint, { query } as never)
  const answer = read.data as Page<E> | undefined
  return {
    rows: answer?.data ?? [],
    total: answer?.total ?? 0,
    more: answer?.more ?? false,
    loading: read.isFetching,
    failure: read.error instanceof CallError ? read.error : undefined,
    /** The page asked for lies behind the last one. */
    pastTheEnd: !read.isPlaceholderData && answer !== undefined && answer.data.length === 0 && answer.total > 0,
    reload: () => void read.refetch(),
  }
}
