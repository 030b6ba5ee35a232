import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FastifyReply } from 'fastify'
import type { Logger } from '../logger.ts'
import type { FieldMasks } from '../restrictions.ts'
import { type Origin, PermissionDenied } from '../scope.ts'
import type { Denial } from './admit.ts'
import { errorReply, readRetryAfter } from './error-reply.ts'
import type { FailedCall } from './failed-call.ts'
import { createReplyMask, findRestrictions } from './reply-mask.ts'

export type ErrorPorts = {
  log: Logger
  /** Masks for restricted fields, by the names the contract declares. */
  fieldMasks: FieldMasks
  /** Stores the decision behind a missing permission, so that it can be explained. */
  recordDenial(denial: Denial): Promise<void>
  /** Stores a failed call, so that it can be found by its trace id; runs in the background (decision 53). */
  recordFailure(failed: FailedCall): void
}
/** Start of a call, and what is known of it so far. */
export type CallProgress = { startedAt: number; seen: Pick<FailedCall, 'caller' | 'input'> }

const isConflict = (data: unknown): data is { current: unknown } =>
  typeof data === 'object' && data !== null && 'current' in data

/** Creates what answers failed calls of an endpoint: records the error, masks it for the caller and returns its code. */
export const createErrorSender = (endpoint: Endpoint, { log, fieldMasks, recordDenial, recordFailure }: ErrorPorts) => {
  const maskCurrent =
    endpoint.method !== 'GET' && endpoint.current ? createReplyMask(endpoint.current, fieldMasks) : undefined

  return async (error: unknown, reply: FastifyReply, { traceId }: Origin, { startedAt, seen }: CallProgress) => {
    if (error instanceof PermissionDenied) {
      const { actor, permission, page } = error
      await recordDenial({ endpoint, actor, permission, page, traceId }).catch((failure: unknown) =>
        log.error({ err: failure, traceId }, 'a denial could not be kept'),
      )
    }
    const { status, body, unexpected } = errorReply(error, traceId)
    const restrictions = findRestrictions(seen.caller)
    if (restrictions && maskCurrent && isConflict(body.data))
      body.data = { current: maskCurrent(body.data.current, restrictions) }
    reply.request.arrival.context.code = body.code
    if (unexpected) {
      log.error({ err: error, traceId, endpoint: endpoint.path }, 'request failed')
      recordFailure({ endpoint, ...seen, traceId, error, code: body.code, ms: performance.now() - startedAt })
    }
    const wait = readRetryAfter(body)
    if (wait !== undefined) reply.header('retry-after', wait)
    reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
    return body.code
  }
}
