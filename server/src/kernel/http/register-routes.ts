import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits.ts'
import type { CountCall, Metrics } from '../metrics.ts'
import type { Tellers } from '../restrictions.ts'
import { AppError, type Origin, Refused } from '../scope.ts'
import type { Secrets } from '../secrets.ts'
import { platformZone } from '../wall-clock.ts'
import { type ActPorts, type Call, createAct, type Who } from './act.ts'
import { type Authenticate, admit, type Denial, type Door } from './admit.ts'
import { type CipherMode, cipherFor, openBody } from './body-cipher.ts'
import type { Cookies } from './cookies.ts'
import { errorReply, retryAfterOf } from './error-reply.ts'
import type { FailedCall } from './failed-call.ts'
import { idempotencyKey } from './idempotency.ts'
import type { Route } from './implement.ts'
import { createRates } from './rates.ts'
import { readFile } from './read-file.ts'
import { readInput } from './read-input.ts'
import { senderOf } from './reply.ts'
import { keptFrom, refuseKeptBack, refuseNarrowScope, tellOf } from './tell.ts'

export type Kernel = {
  limits: Limits
  secrets: Secrets
  metrics: Metrics
  cookies: Cookies
  authenticate: Authenticate
  countObserved: Door['countObserved']
  requireProof: Door['requireProof']
  encryptMode(): Promise<CipherMode>
  shares: Door['shares']
  /** Keeps how a refusal for want of a right was found, so that it can be explained (beyond N1). */
  keepDenial(denial: Denial): Promise<void>
  /** Keeps what failed on our side, so that it can be found by its trace id; nobody waits for it (beyond N11). */
  keepFailure(failed: FailedCall): void
  countCall: CountCall
  /** How what may be kept from somebody is told, by the words the contract declares it with. */
  tellers: Tellers
} & ActPorts

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
const timeZoneOf = (asked: string) => (zones.has(asked) ? asked : platformZone)
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
/** A question for the impact must never make the change. */
const refuseDryRun = (endpoint: Endpoint, { dryRun }: Origin) => {
  if (dryRun && (endpoint.method === 'GET' || !endpoint.impact)) throw new AppError(kernelErrors.noDryRun)
}
/** When a call came, and what was seen of it on the way. */
type Trip = { started: number; seen: Pick<FailedCall, 'who' | 'input'> }

/** The one road every request takes: admit, open, read, act, record, wrap (architecture §6). */
export const registerRoutes = (app: FastifyInstance, kernel: Kernel, routes: readonly Route[]) => {
  const { act, refused } = createAct(kernel)
  const door = { ...kernel, takeTurn: createRates(kernel.limits) }
  for (const route of routes) app.route(roadOf(route))

  function roadOf(route: Route) {
    const { endpoint } = route
    const send = senderOf(endpoint)
    const tell = tellOf(endpoint.reply, kernel.tellers)
    const tellCurrent =
      endpoint.method !== 'GET' && endpoint.current ? tellOf(endpoint.current, kernel.tellers) : undefined
    const limit =
      endpoint.limit && kernel.limits.counter({ name: `${endpoint.module}.${endpoint.name}`, ...endpoint.limit })

    const travel = async (request: FastifyRequest, reply: FastifyReply, origin: Origin, { started, seen }: Trip) => {
      await limit?.take(origin.ip)
      const { who, audit } = await entering(reply, origin, started)
      seen.who = who
      refuseDryRun(endpoint, origin)
      const path = request.url.split('?', 1)[0] ?? ''
      const mode = await kernel.encryptMode()
      const cipher = cipherFor(mode, endpoint, who, { path, cipherId: header(request, Header.cipherId) })
      const file = await readFile(endpoint, request)
      const body = file ? undefined : cipher ? openBody(cipher, request.body) : request.body
      const input = { ...readInput(endpoint, { params: request.params, query: request.query, body }), file }
      seen.input = input
      const kept = keptFrom(who)
      if (kept) refuseKeptBack(endpoint, kept, input)
      refuseNarrowScope(endpoint, who)
      const key = keyOf(request, who, input)
      const setCookie = kernel.cookies.setter(reply)
      const answer = await act({ route, who, origin, setCookie, input, key, started, audit })
      return send(reply, kept && tell ? tell(answer, kept) : answer, { traceId: origin.traceId, cipher })
    }

    /** Lets the caller in; who is refused here never reaches what audits the rest. */
    const entering = (reply: FastifyReply, origin: Origin, started: number) =>
      admit(endpoint, origin, door).catch(async (error: unknown) => {
        if (error instanceof Refused) {
          const input = { params: undefined, query: undefined, body: undefined, file: undefined }
          const setCookie = kernel.cookies.setter(reply)
          await refused({ route, who: error.actor, origin, setCookie, input, key: undefined, started }, error.spec.code)
        }
        throw error
      })

    const keep = ({ actor, element, menu }: Refused, { traceId }: Origin) =>
      kernel
        .keepDenial({ endpoint, actor, element, menu, traceId })
        .catch((failure: unknown) => kernel.log.error({ err: failure, traceId }, 'a denial could not be kept'))

    const isRepeatable = (endpoint.method === 'POST' || endpoint.method === 'PUT') && !endpoint.secretReply
    const keyOf = (request: FastifyRequest, who: Who, input: Call['input']) =>
      who !== null && 'sessionId' in who && isRepeatable && !input.file
        ? idempotencyKey(kernel.secrets, who.userId, request.headers[Header.idempotencyKey], [
            who.companyId,
            endpoint.method,
            request.url,
            input.body,
          ])
        : undefined

    const refuse = async (error: unknown, reply: FastifyReply, origin: Origin, { started, seen }: Trip) => {
      if (error instanceof Refused) await keep(error, origin)
      const { status, body, unexpected } = errorReply(error, origin.traceId)
      const kept = keptFrom(seen.who)
      if (kept && tellCurrent && isConflict(body.data)) body.data = { current: tellCurrent(body.data.current, kept) }
      if (unexpected) {
        const { traceId } = origin
        kernel.log.error({ err: error, traceId, endpoint: endpoint.path }, 'request failed')
        const ms = performance.now() - started
        kernel.keepFailure({ endpoint, ...seen, traceId, error, code: body.code, ms })
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
        const trip: Trip = { started: request.arrival.time, seen: {} }
        const origin = originOf(request, kernel.cookies)
        reply.header('cache-control', 'no-store')
        let code = 0
        try {
          await travel(request, reply, origin, trip)
        } catch (error) {
          code = await refuse(error, reply, origin, trip)
        }
        const ms = performance.now() - trip.started
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
    /** The declaration the route was made from; the architecture tests look for routes without one. */
    endpoint?: Endpoint
  }
}
