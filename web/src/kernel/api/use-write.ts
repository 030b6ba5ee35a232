import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { hashKey, useIsMutating, useMutation } from '@tanstack/react-query'
import { type CallOptions, call, type ReplyFor, type RequestFor } from './call.ts'
import { callConfirmed, type ImpactOf } from './call-confirmed.ts'
import { CallError, noAnswer } from './call-error.ts'
import { freshId } from './fresh-id.ts'
import { findNewerVersion } from './newer-version.ts'
import { queryClient } from './query-client.ts'
import { invalidate } from './use-read.ts'

type RequestParams = { params?: unknown }
/** Same, except for reads of the removed row that these parameters identify. */
const invalidateOthers = ({ module, name }: Endpoint, { params }: RequestParams): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: [module, name],
    predicate: ({ queryKey }) => hashKey([(queryKey[2] as RequestParams).params]) !== hashKey([params]),
  })

export type WriteOptions<E extends Endpoint> = Pick<CallOptions, 'silentSuccess'> & {
  /**
   * Shows the impact of the change (code 111).
   * @returns whether to apply it
   */
  confirms?: (impact: ImpactOf<E>) => Promise<boolean>
  onDone?: (reply: ReplyFor<E>) => void
  invalidates?: readonly Endpoint[]
  /** The write removes the row its parameters identify. */
  isRemoval?: boolean
}

/**
 * Idempotency keys by content of writes with an unknown outcome: a retry reuses the key, so that it cannot apply twice,
 * even if the form builds a new request.
 */
const uncertainKeys = new Map<string, string>()
const isOutcomeUnknown = (error: unknown) =>
  error instanceof CallError && (error.code === noAnswer || error.code >= 500)

const toKey = ({ module, name }: Endpoint) => [module, name]

/** Whether a write to the endpoint is running, whichever component has begun it. */
export const useIsWriting = (endpoint: Endpoint): boolean => useIsMutating({ mutationKey: toKey(endpoint) }) > 0

/** Writes to an endpoint with `mutate(request)`. The mutation settles after the invalidated reads are refetched. */
export const useWrite = <E extends Endpoint>(
  endpoint: E,
  { onDone, confirms, invalidates = [], isRemoval = false, ...options }: WriteOptions<E> = {},
) =>
  useMutation<ReplyFor<E>, Error, RequestFor<E> & object>({
    mutationKey: toKey(endpoint),
    mutationFn: async (request) => {
      const content = JSON.stringify([endpoint.path, request])
      const idempotencyKey = uncertainKeys.get(content) ?? freshId()
      uncertainKeys.delete(content)
      try {
        if (!confirms) return await call(endpoint, request, { ...options, idempotencyKey })
        return await callConfirmed(endpoint, request, confirms, { ...options, idempotencyKey })
      } catch (error) {
        if (isOutcomeUnknown(error)) uncertainKeys.set(content, idempotencyKey)
        throw error
      }
    },
    // The pages behind the form show the newer version too.
    onError: async (error) => {
      if (findNewerVersion(error)) await Promise.all(invalidates.map(invalidate))
    },
    onSuccess: async (reply, request: RequestParams) => {
      await Promise.all(invalidates.map((read) => (isRemoval ? invalidateOthers(read, request) : invalidate(read))))
      onDone?.(reply)
    },
  })
