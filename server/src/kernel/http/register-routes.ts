import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits.ts'
import type { CountCall, Metrics } from '../metrics.ts'
import type { FieldMasks } from '../restrictions.ts'
import { AppError, type Origin, PermissionDenied } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import { platformZone } from '../wall-clock.ts'
import { type Admission, type Authenticate, admit, type Denial } from './admit.ts'
import { type CipherMode, cipherFor, decryptBody } from './body-cipher.ts'
import type { Cookies } from './cookies.ts'
import { errorReply, retryAfterOf } from './error-reply.ts'
import { type Call, type Caller, createExecutor, type ExecutorPorts } from './execute.ts'
import type { FailedCall } from './failed-call.ts'
import { idempotencyKey } from './idempotency.ts'
import type { Route } from './implement.ts'
import { createRates } from './rates.ts'
import { readFile } from './read-file.ts'
import { readInput } from './read-input.ts'
import { createSender } from './reply.ts'
import { assertAllRowsReadable, assertNothingRestricted, createReplyMask, restrictionsOf } from './reply-mask.ts'

export type Kernel = {
  limits: Limits
  secrets: Secrets
  metrics: Metrics
  cookies: Cookies
  authenticate: Authenticate
  countObserved: Admission['countObserved']
  requireReauthentication: Admission['requireReauthentication']
  encryptMode(): Promise<CipherMode>
  shares: Admission['shares']
  /** Stores the decision behind a missing permission, so that it can be explained. */
  recordDenial(denial: Denial): Promise<void>
  /** Stores a failed call, so that it can be found by its trace id; runs in the background (decision 53). */
  recordFailure(failed: FailedCall): void
  countCall: CountCall
  /** Masks for restricted fields, by the names the contract declares. */
  fieldMasks: FieldMasks
} & ExecutorPorts

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
const timeZoneOf = (name: string) => (zones.has(name) ? name : platformZone)
const originOf = (request: FastifyRequest, cookies: Cookies): Origin => ({
  ip: request.arrival.ip,
  agent: header(request, 'user-agent').slice(0, 300),
  traceId: request.id,
  host: request.hostname.toLowerCase(),
  token: header(request, Header.token),
  client: header(request, Header.client).slice(0, 20),
  expectCompany: header(request, Header.expectCompany).slice(0, 36),
  timeZone: timeZoneOf(header(request, Header.timeZone)),
  cookies: cookies.read(request),
  dryRun: (request.query as { dryRun?: unknown }).dryRun === '1',
  confirm: header(request, Header.confirm).slice(0, 100),
})
const isConflict = (data: unknown): data is { current: unknown } =>
  typeof data === 'object' && data !== null && 'current' in data
/** A dry run must never make the change. */
const assertDryRunSupported = (endpoint: Endpoint, { dryRun }: Origin) => {
  if (dryRun && (endpoint.method === 'GET' || !endpoint.impact)) throw new AppError(kernelErrors.noDryRun)
}
/** Start of a call, and what is known of it so far. */
type CallProgress = { startedAt: number; seen: Pick<FailedCall, 'caller' | 'input'> }

/** Registers all routes. Every request is admitted, decrypted, parsed, executed, audited and wrapped here. */
export const registerRoutes = (app: FastifyInstance, kernel: Kernel, routes: readonly Route[]) => {
  const { execute, auditRefusal } = createExecutor(kernel)
  const admission = { ...kernel, countAgainstRate: createRates(kernel.limits) }
  for (const route of routes) app.route(routeOptionsOf(route))

  function routeOptionsOf(route: Route) {
    const { endpoint } = route
    const send = createSender(endpoint)
    const maskReply = createReplyMask(endpoint.reply, kernel.fieldMasks)
    const maskCurrent =
      endpoint.method !== 'GET' && endpoint.current ? createReplyMask(endpoint.current, kernel.fieldMasks) : undefined
    const limit =
      endpoint.limit && kernel.limits.counter({ name: `${endpoint.module}.${endpoint.name}`, ...endpoint.limit })

    const handle = async (
      request: FastifyRequest,
      reply: FastifyReply,
      origin: Origin,
      { startedAt, seen }: CallProgress,
    ) => {
      await limit?.take(origin.ip)
      const { caller, audit } = await admitCaller(reply, origin, startedAt)
      seen.caller = caller
      assertDryRunSupported(endpoint, origin)
      const path = request.url.split('?', 1)[0] ?? ''
      const mode = await kernel.encryptMode()
      const cipher = cipherFor(mode, endpoint, caller, { path, cipherId: header(request, Header.cipherId) })
      const file = await readFile(endpoint, request)
      const body = file ? undefined : cipher ? decryptBody(cipher, request.body) : request.body
      const input = { ...readInput(endpoint, { params: request.params, query: request.query, body }), file }
      seen.input = input
      const restrictions = restrictionsOf(caller)
      if (restrictions) assertNothingRestricted(endpoint, restrictions, input)
      assertAllRowsReadable(endpoint, caller)
      const key = keyOf(request, caller, input)
      const setCookie = kernel.cookies.setter(reply)
      const answer = await execute({ route, caller, origin, setCookie, input, key, startedAt, audit })
      return send(reply, restrictions && maskReply ? maskReply(answer, restrictions) : answer, {
        traceId: origin.traceId,
        cipher,
      })
    }

    /** Admits the caller; a refusal at this point is audited here, as the executor does not see it. */
    const admitCaller = (reply: FastifyReply, origin: Origin, startedAt: number) =>
      admit(endpoint, origin, admission).catch(async (error: unknown) => {
        if (error instanceof PermissionDenied) {
          const input = { params: undefined, query: undefined, body: undefined, file: undefined }
          const setCookie = kernel.cookies.setter(reply)
          await auditRefusal(
            { route, caller: error.actor, origin, setCookie, input, key: undefined, startedAt },
            error.spec.code,
          )
        }
        throw error
      })

    const recordDenial = ({ actor, permission, page }: PermissionDenied, { traceId }: Origin) =>
      kernel
        .recordDenial({ endpoint, actor, permission, page, traceId })
        .catch((failure: unknown) => kernel.log.error({ err: failure, traceId }, 'a denial could not be kept'))

    const isRepeatable = (endpoint.method === 'POST' || endpoint.method === 'PUT') && !endpoint.secretReply
    const keyOf = (request: FastifyRequest, caller: Caller, input: Call['input']) =>
      caller !== null && 'sessionId' in caller && isRepeatable && !input.file
        ? idempotencyKey(kernel.secrets, caller.userId, request.headers[Header.idempotencyKey], [
            caller.companyId,
            endpoint.method,
            request.url,
            input.body,
          ])
        : undefined

    const sendError = async (
      error: unknown,
      reply: FastifyReply,
      origin: Origin,
      { startedAt, seen }: CallProgress,
    ) => {
      if (error instanceof PermissionDenied) await recordDenial(error, origin)
      const { status, body, unexpected } = errorReply(error, origin.traceId)
      const restrictions = restrictionsOf(seen.caller)
      if (restrictions && maskCurrent && isConflict(body.data))
        body.data = { current: maskCurrent(body.data.current, restrictions) }
      if (unexpected) {
        const { traceId } = origin
        kernel.log.error({ err: error, traceId, endpoint: endpoint.path }, 'request failed')
        const ms = performance.now() - startedAt
        kernel.recordFailure({ endpoint, ...seen, traceId, error, code: body.code, ms })
      }
      const wait = retryAfterOf(body)
      if (wait !== undefined) reply.header('retry-after', wait)
      reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
      return body.code
    }

    return {
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const progress: CallProgress = { startedAt: request.arrival.time, seen: {} }
        const origin = originOf(request, kernel.cookies)
        reply.header('cache-control', 'no-store')
        let code = 0
        try {
          await handle(request, reply, origin, progress)
        } catch (error) {
          code = await sendError(error, reply, origin, progress)
        }
        const ms = performance.now() - progress.startedAt
        kernel.metrics.observe(endpoint, code, ms)
        kernel.countCall(endpoint, code, ms)
        kernel.log.debug({ traceId: origin.traceId, endpoint: endpoint.path, code }, 'answered')
        return reply
      },
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the route; the architecture tests look for routes without one. */
    endpoint?: Endpoint
  }
}
