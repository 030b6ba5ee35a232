import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callOrMore } from './call.ts'
import type { ImpactOf } from './call-confirmed.ts'
import { requestTo } from './request-to.ts'
import type { WireRequest } from './send.ts'

/** Asks for the impact that a write would have, without making it. */
const findImpact = async <E extends Endpoint>(endpoint: E, request: WireRequest, signal: AbortSignal) => {
  if (endpoint.method === 'GET' || !endpoint.impact) throw new Error(`${endpoint.path} declares no impact`)
  const reply = await callOrMore(endpoint, requestTo<E>({ ...request, query: { dryRun: '1' } }), {
    signal,
    toasts: false,
  })
  const shown = z.object({ impact: z.nullable(endpoint.impact) })
  return (reply.more ? shown.parse(reply.data).impact : null) as ImpactOf<E> | null
}

/**
 * The impact that a write would have now: null if there is nothing to confirm, undefined until it is known and where the
 * write would be refused.
 */
export const useDryRun = <E extends Endpoint>(endpoint: E, request: WireRequest): ImpactOf<E> | null | undefined =>
  useQuery({
    queryKey: [endpoint.module, endpoint.name, 'dryRun', request],
    queryFn: ({ signal }) => findImpact(endpoint, request, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  }).data
