import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { auditedCaller } from '../audited-caller.ts'
import { writeAudit } from '../db/audit-log.ts'
import type { Db } from '../db/database.ts'
import { type Actor, AppError, type AuditNote, type Origin } from '../scope.ts'
import { type Admission, admit } from './admit.ts'
import type { Cookies } from './cookies.ts'
import { errorReply } from './error-reply.ts'
import { originOf } from './origin.ts'
import { createRates } from './rates.ts'
import type { Kernel } from './register-routes.ts'

/** A call of a raw route. */
export type RawCall = { request: FastifyRequest; reply: FastifyReply; origin: Origin }
/** One by a caller with a session. */
export type AdmittedRawCall = RawCall & {
  actor: Actor
  /** Writes an audit row of the caller into the log of the company they act in. */
  audit(db: Db, event: string, note: AuditNote): Promise<void>
}

/**
 * A route that answers by a protocol of its own instead of the envelope. Admitted like the endpoint that it belongs to,
 * or public for a reason.
 */
export type RawRoute = {
  methods: readonly HTTPMethods[]
  url: string
} & (
  | { admittedAs: Endpoint; handle(call: AdmittedRawCall): Promise<unknown> }
  | { publicBecause: string; handle(call: RawCall): Promise<unknown> }
)

/** Refusals of a session: a program renews its token and asks again. */
const unauthenticated = new Set([100, 101, 401])
/** HTTP status of a refusal that the API answers with 200 and a code. In: its status in the API. */
export const rawStatusOf = (error: unknown, status: number): number => {
  if (status !== 200 || !(error instanceof AppError)) return status
  const { code } = error.spec
  if (unauthenticated.has(code)) return 401
  if (code === 423) return 403
  return code >= 400 && code < 500 ? code : 422
}

const auditOf =
  ({ request, origin }: RawCall, actor: Actor): AdmittedRawCall['audit'] =>
  (db, event, note) => {
    const { companyId, sessionId } = actor
    const ms = Math.round(performance.now() - request.arrival.time)
    const entry = { ...note, companyId, actor: auditedCaller(actor), sessionId, origin, event, ok: true, code: 0, ms }
    return writeAudit(db, entry)
  }

type Ports = Pick<Kernel, 'log' | 'limits'> & Omit<Admission, 'countAgainstRate'> & { cookies: Cookies }

/**
 * Registers raw routes. Their bodies are left to them. Errors are answered with the envelope as their body and an HTTP
 * status that programs know.
 */
export const registerRawRoutes = (server: FastifyInstance, ports: Ports, routes: readonly RawRoute[]) => {
  const admission = { ...ports, countAgainstRate: createRates(ports.limits) }
  const run = async (route: RawRoute, call: RawCall) => {
    if ('publicBecause' in route) return route.handle(call)
    const { caller } = await admit(route.admittedAs, call.origin, admission)
    if (caller === null || !('sessionId' in caller)) throw new Error(`${route.url} admits callers without a session`)
    return route.handle({ ...call, actor: caller, audit: auditOf(call, caller) })
  }
  const addRoute = (scoped: FastifyInstance, route: RawRoute) =>
    scoped.route({
      method: [...route.methods],
      url: route.url,
      // It would read the whole file to send nothing.
      exposeHeadRoute: false,
      async handler(request, reply) {
        try {
          await run(route, { request, reply, origin: originOf(request, ports.cookies) })
        } catch (error) {
          const { status, body, unexpected } = errorReply(error, request.id)
          if (unexpected) ports.log.error({ err: error, traceId: request.id, url: route.url }, 'request failed')
          if (reply.sent) throw error
          reply.status(rawStatusOf(error, status)).header('cache-control', 'no-store')
          reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
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
