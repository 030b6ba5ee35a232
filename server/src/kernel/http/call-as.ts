import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bringOwnTexts } from '../call-context.ts'
import { type Actor, AppError, type Origin } from '../scope.ts'
import type { OnlineTexts } from '../texts/online-texts.ts'
import { type Admission, admitActor } from './admit.ts'
import { errorReply } from './error-reply.ts'
import { canBeTried } from './execute.ts'
import { readInput } from './read-input.ts'
import { assertDryRunSupported, type Runner } from './run-admitted.ts'
import type { ErrorPorts } from './send-error.ts'

/** A call of an actor who is authenticated by other means than a token, such as a signature. */
export type ForeignCall = {
  endpoint: Endpoint
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  origin: Origin
  /** Not to be trusted: parsed as that of every call. */
  params: unknown
  query: unknown
  body: unknown
  /** Nothing that the call writes is kept. Not for endpoints that cannot be tried (`canBeTried`). */
  isTrial: boolean
}
/**
 * Takes such a call down the road behind the token: company share, rights, rate, input, execution, audit and masks. Sends
 * the reply; throws refusals.
 */
export type CallAs = (call: ForeignCall) => Promise<void>

/** Throws `forbidden`: no person is there to confirm their identity. */
export const refuseUnattended = (): Promise<never> => Promise.reject(new AppError(kernelErrors.forbidden))

type Ports = Admission & Pick<ErrorPorts, 'recordFailure'> & { ownTexts: OnlineTexts['ofCompany'] }
/** Takes the runners of all served endpoints. */
export const createCallAs = (admission: Ports, runners: ReadonlyMap<Endpoint, Runner>): CallAs => {
  const run = async ({ endpoint, actor, request, reply, origin, isTrial, ...parts }: ForeignCall) => {
    const runner = runners.get(endpoint)
    if (!runner) throw new Error(`${endpoint.path} is not served by this node`)
    const call = { request, reply, origin, startedAt: request.arrival.time }
    await admission.shares.take(actor, actor.sessionId)
    await bringOwnTexts(actor.companyId, admission.ownTexts)
    const admitted = await admitActor(endpoint, actor, {
      ...admission,
      requireReauthentication: refuseUnattended,
    }).catch((error: unknown) => runner.auditDenial(error, call))
    assertDryRunSupported(endpoint, origin)
    if (isTrial && !canBeTried(endpoint)) throw new Error(`${endpoint.path} cannot be tried`)
    const input = { ...readInput(endpoint, parts), file: undefined }
    await runner.run({ ...call, admitted, input, cipher: undefined, isTrial })
  }
  /** The failure is the operator's to see: no user of a company has made the call. */
  const record = (error: unknown, { endpoint, request, origin: { traceId } }: ForeignCall) => {
    const { body, unexpected } = errorReply(error, traceId)
    const ms = performance.now() - request.arrival.time
    if (unexpected) admission.recordFailure({ endpoint, caller: null, traceId, error, code: body.code, ms })
  }
  return (call) =>
    run(call).catch((error: unknown) => {
      record(error, call)
      throw error
    })
}
