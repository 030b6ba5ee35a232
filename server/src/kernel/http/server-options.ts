import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { FastifyError, FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CallContext, runInContext } from '../call-context.ts'
import { newTraceId } from '../ids.ts'
import { noteArrivals } from './arrival.ts'
import { createClientErrorHandler } from './client-error.ts'
import { createEarlyRefusal } from './early-refusal.ts'
import { errorReply } from './error-reply.ts'
import { drainBeforeAnswer } from './unread-body.ts'

const traceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
/** For a year (RFC 6797), and without the domains below: those of tenants and other products have certificates of their own. */
const onlyTls = { 'strict-transport-security': 'max-age=31536000' }
const headersOf = (isSecure: boolean) => (isSecure ? { ...everyAnswer, ...onlyTls } : everyAnswer)
type Headers = Readonly<Record<string, string>>

/**
 * Requests that never reached a handler are answered in the envelope too, as are streams that fail before their first
 * byte.
 */
/** A request that the framework refuses has not arrived. */
const contextOf = (request: FastifyRequest): CallContext =>
  (request.arrival as FastifyRequest['arrival'] | undefined)?.context ?? {}

const answerError = (headers: Headers) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const { status, body } = runInContext(contextOf(request), () => errorReply(error, request.id))
  const sent = reply.status(status).headers(headers).header('cache-control', 'no-store')
  return sent.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const readTraceId = ({ headers }: IncomingMessage) =>
  traceparent.exec(String(headers.traceparent ?? ''))?.[1] ?? newTraceId()
const ofRefusal = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }

/**
 * Limits the cost of one request before it is authenticated. Takes the proxies whose forwarded address is trusted,
 * which tokens are refused first, whether people reach the product by TLS, and what a refusal's texts depend on.
 */
export const serverOptions = (
  trustedProxies: string[],
  isOver: (token: string) => boolean = () => false,
  isSecure = false,
  toContext: (accepted: string) => CallContext = () => ({}),
): FastifyHttpOptions<Server> => {
  const headers = headersOf(isSecure)
  const refusalHeaders = { ...headers, ...ofRefusal }
  const refuseEarly = createEarlyRefusal({ isOver, readTraceId, toContext, headers: refusalHeaders })
  const bounds = { requestTimeout: 30_000, keepAliveTimeout: 72_000, headersTimeout: 5000, maxHeaderSize: 16_384 }
  // Without a Host, Node would answer itself, outside the envelope.
  const create = (listener: RequestListener) =>
    createServer({ ...bounds, requireHostHeader: false }, listener).on('checkExpectation', listener)
  return {
    logger: false,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    serverFactory: (handler: RequestListener) => create(refuseEarly(handler)),
    clientErrorHandler: createClientErrorHandler(refusalHeaders),
    frameworkErrors: (error, request, reply) => answerError(headers)(error, request, reply),
    genReqId: readTraceId,
  }
}

/**
 * Accepts only JSON, with an empty body allowed (logout sends one); sets headers on every answer; sends errors as
 * envelopes. Takes whether people reach the product by TLS.
 */
export const hardenServer = (server: FastifyInstance, isSecure = false) => {
  const headers = headersOf(isSecure)
  server.removeAllContentTypeParsers()
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })
  noteArrivals(server)
  server.addHook('onRequest', async (_, reply) => void reply.headers(headers))
  drainBeforeAnswer(server)
  server.setErrorHandler<FastifyError>(answerError(headers))
  server.server.maxHeadersCount = 100
}
