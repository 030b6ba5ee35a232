import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'
import { type CallOptions, callOrMore, type ReplyFor, type RequestFor } from './call.ts'
import { freshId } from './fresh-id.ts'

/** The impact that an endpoint declares. */
export type ImpactOf<E> = E extends { impact: infer I extends z.ZodMiniType } ? z.output<I> : never

/** Thrown when the user declines a shown impact. Nothing was changed, and no message is needed. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
}

/**
 * Calls an endpoint that requires confirmation and passes its impact to `confirms`, again if the impact changed
 * meanwhile.
 * @throws `NotConfirmed` when declined, and whatever `call` throws
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
