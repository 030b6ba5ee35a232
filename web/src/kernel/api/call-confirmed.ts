import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'
import { type CallOptions, callOrMore, type ReplyFor, type RequestFor } from './call.ts'
import { freshId } from './fresh-id.ts'

/** What an endpoint declares that its change would do. */
export type ImpactOf<E> = E extends { impact: infer I extends z.ZodMiniType } ? z.output<I> : never

/** The change was shown and not wanted: nothing was done, and nothing is to be said. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
}

/**
 * Calls an endpoint that shows its impact first, and asks `confirms` about it; whoever's view was overtaken is asked
 * again. Throws `NotConfirmed` when the answer is no, and what `call` throws.
 */
export const callConfirmed = async <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  confirms: (impact: ImpactOf<E>) => Promise<boolean>,
  options: CallOptions = {},
): Promise<ReplyFor<E>> => {
  if (endpoint.method === 'GET' || !endpoint.impact) throw new Error(`${endpoint.path} declares no impact`)
  const shown = z.object({ impact: endpoint.impact, confirmToken: z.string() })
  const attempt = async (confirm?: string, key = options.idempotencyKey): Promise<ReplyFor<E>> => {
    const way = { ...options, idempotencyKey: key ?? freshId(), ...(confirm !== undefined && { confirm }) }
    const reply = await callOrMore(endpoint, request, way)
    if (!reply.more) return reply.data as ReplyFor<E>
    const { impact, confirmToken } = shown.parse(reply.data)
    if (!(await confirms(impact as ImpactOf<E>))) throw new NotConfirmed()
    return attempt(confirmToken, freshId())
  }
  return attempt()
}
