import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { hashKey, keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type CallOptions, call, type ReplyFor, type RequestFor } from './call.ts'
import { callConfirmed, type ImpactOf } from './call-confirmed.ts'
import { CallError, noAnswer } from './call-error.ts'
import { freshId } from './fresh-id.ts'
import { queryClient } from './query-client.ts'

type ReadOptions = {
  enabled?: boolean
  /** How long the answer counts as fresh, in milliseconds. */
  staleTime?: number
  toasts?: boolean
  /** The answer says what somebody may do: it is read again whenever that changes. */
  ofRights?: boolean
}

/** One read as the cache knows it: its key is the endpoint and the request. */
export const readQuery = <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  { toasts, ofRights = false, ...options }: ReadOptions = {},
) =>
  queryOptions<ReplyFor<E>, Error>({
    queryKey: [endpoint.module, endpoint.name, request],
    queryFn: ({ signal }) => call(endpoint, request, { signal, ...(toasts === undefined ? {} : { toasts }) }),
    meta: { ofRights },
    ...options,
  })

/** Reads an endpoint. The former answer stays while the next one loads. */
export const useRead = <E extends Endpoint>(endpoint: E, request: RequestFor<E>, options: ReadOptions = {}) =>
  useQuery({ ...readQuery(endpoint, request, options), placeholderData: keepPreviousData as never })

/** Makes every cached answer of an endpoint stale; those on screen are read again. */
export const invalidate = ({ module, name }: Endpoint): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [module, name] })

type Named = { params?: unknown }
/** The same, but for what was read of the one that these parameters name: it is no longer there. */
const invalidateOthers = ({ module, name }: Endpoint, { params }: Named): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: [module, name],
    predicate: ({ queryKey }) => hashKey([(queryKey[2] as Named).params]) !== hashKey([params]),
  })

/** Reads again what was refused, or says what is allowed: rights have changed since. */
export const readByRights = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta: { ofRights } = {}, state: { error } }) =>
      ofRights === true || (error instanceof CallError && error.code === 403),
  })

type WriteOptions<E extends Endpoint> = Pick<CallOptions, 'silentSuccess'> & {
  /** Shows what the change would do (code 111). Out: whether to make it. */
  confirms?: (impact: ImpactOf<E>) => Promise<boolean>
  onDone?: (reply: ReplyFor<E>) => void
  invalidates?: readonly Endpoint[]
  /** Whoever the request's parameters name is gone afterwards. */
  removes?: boolean
}

/**
 * One key for one content, as long as nobody knows whether it arrived: repeating a write that got no answer cannot do it
 * twice, also when the form builds its request anew.
 */
const uncertain = new Map<string, string>()
const isUncertain = (error: unknown) => error instanceof CallError && (error.code === noAnswer || error.code >= 500)

/** Writes to an endpoint: `mutate(request)`. What it invalidates is read again before it counts as done. */
export const useWrite = <E extends Endpoint>(
  endpoint: E,
  { onDone, confirms, invalidates = [], removes = false, ...options }: WriteOptions<E> = {},
) =>
  useMutation<ReplyFor<E>, Error, RequestFor<E> & object>({
    mutationFn: async (request) => {
      const content = JSON.stringify([endpoint.path, request])
      const idempotencyKey = uncertain.get(content) ?? freshId()
      uncertain.delete(content)
      try {
        if (!confirms) return await call(endpoint, request, { ...options, idempotencyKey })
        return await callConfirmed(endpoint, request, confirms, { ...options, idempotencyKey })
      } catch (error) {
        if (isUncertain(error)) uncertain.set(content, idempotencyKey)
        throw error
      }
    },
    onSuccess: async (reply, request: Named) => {
      await Promise.all(invalidates.map((read) => (removes ? invalidateOthers(read, request) : invalidate(read))))
      onDone?.(reply)
    },
  })
