import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { auditedCaller } from '../audited-caller.ts'
import { bringOwnTexts, noteCaller, runInContext } from '../call-context.ts'
import { writeAudit } from '../db/audit-log.ts'
import type { Db } from '../db/database.ts'
import { type Actor, AppError, type AuditNote, type Origin, PermissionDenied } from '../scope.ts'
import { type Admission, admit } from './admit.ts'
import type { CallAs } from './call-as.ts'
import { errorReply } from './error-reply.ts'
import { readOrigin } from './origin.ts'
import { createRates } from './rates.ts'
import type { Kernel } from './register-routes.ts'

/** A call of a raw route. */
export type RawCall = { request: FastifyRequest; reply: FastifyReply; origin: Origin; callAs: CallAs }
/** One by a caller with a session. */
export type AdmittedRawCall = RawCall & {
  actor: Actor
  /** Writes an audit row of the caller into the log of the company they act in. */
  audit(db: Db, event: string, note: AuditNote): Promise<void>
  /**
   * Audits that the call was refused, under the event of its endpoint, for a route that answers refusals itself. Those
   * that it throws are audited anyway.
   */
  auditRefusal(error: AppError, note?: AuditNote): Promise<void>
}

/**
 * A route that answers by a protocol of its own instead of the envelope. Admitted like the endpoint that it belongs to,
 * or public for a reason.
 */
export type RawRoute = {
  methods: readonly HTTPMethods[]
  url: string
} & (
  | {
      admittedAs: Endpoint
      /** Goes on with what an earlier call began: that one alone counts against the endpoint's rate. */
      goesOn?: true
      handle(call: AdmittedRawCall): Promise<unknown>
    }
  | { publicBecause: string; handle(call: RawCall): Promise<unknown> }
)

type AdmittedRoute = Extract<RawRoute, { admittedAs: Endpoint }>

/** Refusals of a session: a program renews its token and asks again. */
const unauthenticated = new Set([100, 101, 401])
/** HTTP status of a refusal that the API answers with 200 and a code. Takes its status in the API. */
export const toRawStatus = (error: unknown, status: number): number => {
  if (status !== 200 || !(error instanceof AppError)) return status
  const { code } = error.spec
  if (unauthenticated.has(code)) return 401
  if (code === 423) return 403
  return code >= 400 && code < 500 ? code : 422
}

type Ports = Pick<
  Kernel,
  'log' | 'limits' | 'metrics' | 'countCall' | 'database' | 'recordDenial' | 'recordFailure' | 'cookies' | 'ownTexts'
> &
  Omit<Admission, 'countAgainstRate'> & { callAs: CallAs }

/** Labels of a route's calls in the metrics. */
const pickLabels = (route: RawRoute) => ('admittedAs' in route ? route.admittedAs : { module: 'raw', name: route.url })
/** Methods that change nothing leave no refusals in the log. */
const isSafe = ({ request }: RawCall) => request.method === 'HEAD' || request.method === 'GET'
const measureMs = ({ request }: RawCall) => performance.now() - request.arrival.time

/** Creates what audits calls of raw routes. */
const createRawAudit = ({ database, log }: Ports) => {
  const write = (db: Db, call: RawCall, actor: Actor, event: string, note: AuditNote, code: number) => {
    const { companyId, sessionId } = actor
    const outcome = { event, ok: code === 0, code, ms: Math.round(measureMs(call)) }
    return writeAudit(db, {
      ...note,
      ...outcome,
      companyId,
      actor: auditedCaller(actor),
      sessionId,
      origin: call.origin,
    })
  }
  return {
    write,
    /** The refusal reaches the caller in any case; a failed audit write is logged. */
    async refusal(call: RawCall, endpoint: Endpoint, actor: Actor, error: AppError, note: AuditNote = {}) {
      if (isSafe(call) || endpoint.method === 'GET' || !('event' in endpoint.audit)) return
      const { event } = endpoint.audit
      await database
        .transact({ reach: 'platform' }, (db) => write(db, call, actor, event, note, error.spec.code))
        .catch((failure: unknown) =>
          log.error({ err: failure, traceId: call.origin.traceId }, 'a refusal could not be audited'),
        )
    },
  }
}

/**
 * Registers raw routes. Their bodies are left to them. Errors are answered with the envelope as their body and an HTTP
 * status that programs know.
 */
export const registerRawRoutes = (server: FastifyInstance, ports: Ports, routes: readonly RawRoute[]) => {
  const admission = { ...ports, countAgainstRate: createRates(ports.limits) }
  const continuing = { ...admission, countAgainstRate: async () => undefined }
  const audit = createRawAudit(ports)
  type Seen = { actor?: Actor; code: number }

  const admitted = async (route: AdmittedRoute, call: RawCall, seen: Seen) => {
    const { caller } = await admit(route.admittedAs, call.origin, route.goesOn ? continuing : admission)
    if (caller === null || !('sessionId' in caller)) throw new Error(`${route.url} admits callers without a session`)
    seen.actor = caller
    noteCaller(caller)
    await bringOwnTexts(caller.companyId, ports.ownTexts)
    return route.handle({
      ...call,
      actor: caller,
      audit: (db, event, note) => audit.write(db, call, caller, event, note, 0),
      auditRefusal(error, note) {
        seen.code = error.spec.code
        return audit.refusal(call, route.admittedAs, caller, error, note)
      },
    })
  }
  const noteError = async (route: RawRoute, call: RawCall, seen: Seen, error: unknown) => {
    if (!('admittedAs' in route)) return
    const { admittedAs: endpoint } = route
    const { traceId } = call.origin
    if (error instanceof PermissionDenied) {
      const { actor, permission, page } = error
      seen.actor = actor
      await ports
        .recordDenial({ endpoint, actor, permission, page, traceId })
        .catch((failure: unknown) => ports.log.error({ err: failure, traceId }, 'a denial could not be kept'))
    }
    if (error instanceof AppError && seen.actor) await audit.refusal(call, endpoint, seen.actor, error)
  }
  const answerError = async (route: RawRoute, call: RawCall, seen: Seen, error: unknown) => {
    const { request, reply } = call
    const { status, body, unexpected } = runInContext(request.arrival.context, () => errorReply(error, request.id))
    seen.code = body.code
    request.arrival.context.code = body.code
    await noteError(route, call, seen, error)
    if (unexpected) {
      ports.log.error({ err: error, traceId: request.id, url: route.url }, 'request failed')
      if ('admittedAs' in route)
        ports.recordFailure({
          endpoint: route.admittedAs,
          caller: seen.actor ?? null,
          traceId: request.id,
          error,
          code: body.code,
          ms: measureMs(call),
        })
    }
    if (reply.sent) throw error
    reply.status(toRawStatus(error, status)).header('cache-control', 'no-store')
    reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  }
  const count = (route: RawRoute, call: RawCall, { code }: Seen) => {
    const { statusCode } = call.reply.raw
    const answered = code === 0 && statusCode >= 400 ? statusCode : code
    ports.metrics.observe(pickLabels(route), answered, measureMs(call))
    if ('admittedAs' in route && !route.goesOn) ports.countCall(route.admittedAs, answered, measureMs(call))
  }
  const addRoute = (scoped: FastifyInstance, route: RawRoute) =>
    scoped.route({
      method: [...route.methods],
      url: route.url,
      // It would read the whole file to send nothing.
      exposeHeadRoute: false,
      async handler(request, reply) {
        const call = { request, reply, origin: readOrigin(request, ports.cookies), callAs: ports.callAs }
        const seen: Seen = { code: 0 }
        try {
          await runInContext(request.arrival.context, () =>
            'admittedAs' in route ? admitted(route, call, seen) : route.handle(call),
          )
        } catch (error) {
          await answerError(route, call, seen, error)
        } finally {
          count(route, call, seen)
        }
        return reply
      },
    })
  return server.register(async (scoped) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes) addRoute(scoped, route)
  })
}
