import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, type ReplyFor, type RequestFor } from './call.ts'
import { CallError } from './call-error.ts'
import { queryClient } from './query-client.ts'

type ReadOptions = {
  enabled?: boolean
  /** How long a reply counts as fresh, in milliseconds. */
  staleTime?: number
  toasts?: boolean
  /** The reply depends on the user's rights: it is refetched when they change. */
  dependsOnRights?: boolean
}

/** Query options of a read; the key is the endpoint and the request. */
export const readQuery = <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  { toasts, dependsOnRights = false, ...options }: ReadOptions = {},
) =>
  queryOptions<ReplyFor<E>, Error>({
    queryKey: [endpoint.module, endpoint.name, request],
    queryFn: ({ signal }) => call(endpoint, request, { signal, ...(toasts === undefined ? {} : { toasts }) }),
    meta: { dependsOnRights },
    ...options,
  })

/** Reads an endpoint. The former data stays while the next loads. */
export const useRead = <E extends Endpoint>(endpoint: E, request: RequestFor<E>, options: ReadOptions = {}) =>
  useQuery({ ...readQuery(endpoint, request, options), placeholderData: keepPreviousData as never })

/** Marks all cached replies of an endpoint as stale; visible ones are refetched. */
export const invalidate = ({ module, name }: Endpoint): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [module, name] })

/** Refetches refused reads and reads that depend on rights. */
export const refetchAfterRightsChange = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta: { dependsOnRights } = {}, state: { error } }) =>
      dependsOnRights === true || (error instanceof CallError && error.code === 403),
  })
