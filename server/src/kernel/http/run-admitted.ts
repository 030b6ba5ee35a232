import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldMasks } from '../restrictions.ts'
import { AppError, type Origin, PermissionDenied } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import type { Admitted } from './admit.ts'
import type { BodyCipher } from './body-cipher.ts'
import type { Cookies } from './cookies.ts'
import type { Call, Caller, createExecutor } from './execute.ts'
import { idempotencyKey } from './idempotency.ts'
import type { Route } from './implement.ts'
import { createSender, opened } from './reply.ts'
import { assertAllRowsReadable, assertNothingRestricted, createReplyMask, findRestrictions } from './reply-mask.ts'

type Ports = { fieldMasks: FieldMasks; secrets: Secrets; cookies: Cookies } & ReturnType<typeof createExecutor>
type AdmittedCall = {
  request: FastifyRequest
  reply: FastifyReply
  origin: Origin
  startedAt: number
  admitted: Admitted
  input: Call['input']
  cipher: BodyCipher | undefined
  isTrial?: boolean | undefined
}

/** A dry run must never make the change. */
export const assertDryRunSupported = (endpoint: Endpoint, { dryRun }: Origin) => {
  if (dryRun && (endpoint.method === 'GET' || !endpoint.impact)) throw new AppError(kernelErrors.noDryRun)
}

/** Creates what every admitted call of a route goes through, whatever admitted it. */
export const createRunner = (route: Route, { fieldMasks, secrets, cookies, execute, auditRefusal }: Ports) => {
  const { endpoint } = route
  const send = createSender(endpoint)
  const maskReply = createReplyMask(endpoint.reply, fieldMasks)
  const isRepeatable = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && endpoint.secretReply !== true
  const toKey = (request: FastifyRequest, caller: Caller, input: Call['input']) =>
    caller !== null && 'sessionId' in caller && isRepeatable && !input.file
      ? idempotencyKey(secrets, caller.userId, request.headers[Header.idempotencyKey], [
          caller.companyId,
          endpoint.method,
          request.url,
          input.body,
        ])
      : undefined

  return {
    /** Runs the call and sends its answer. */
    async run({
      request,
      reply,
      origin,
      startedAt,
      admitted: { caller, audit },
      input,
      cipher,
      isTrial,
    }: AdmittedCall) {
      const restrictions = findRestrictions(caller)
      if (restrictions) assertNothingRestricted(endpoint, restrictions, input)
      assertAllRowsReadable(endpoint, caller)
      const key = toKey(request, caller, input)
      const setCookie = cookies.setter(reply)
      const done = await execute({ route, caller, origin, setCookie, input, key, startedAt, audit, isTrial })
      const answer = await opened(endpoint, done)
      return send(reply, restrictions && maskReply ? maskReply(answer, restrictions) : answer, {
        traceId: origin.traceId,
        cipher,
      })
    },
    /** Audits a refusal at admission, which the executor does not see, and throws it again. */
    async auditDenial(
      error: unknown,
      { reply, origin, startedAt }: Pick<AdmittedCall, 'reply' | 'origin' | 'startedAt'>,
    ) {
      if (error instanceof PermissionDenied) {
        const input = { params: undefined, query: undefined, body: undefined, file: undefined }
        const setCookie = cookies.setter(reply)
        await auditRefusal(
          { route, caller: error.actor, origin, setCookie, input, key: undefined, startedAt },
          error.spec.code,
        )
      }
      throw error
    },
  }
}
export type Runner = ReturnType<typeof createRunner>
