import type { Server } from 'node:http'
import type { FastifyError, FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newTraceId } from '../ids.ts'
import { errorReply } from './error-reply.ts'

const traceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** What never reached a handler is answered in the envelope too, and bytes that failed before the first of them. */
const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const { status, body } = errorReply(error, request.id)
  const sent = reply.status(status).headers(headers).header('cache-control', 'no-store')
  return sent.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Bounds of what one request may cost before anybody looked at it (threats T36, T37). */
export const serverOptions = (trustedProxies: string[]): FastifyHttpOptions<Server> => ({
  logger: false,
  bodyLimit: 1024 * 1024,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 0,
  routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
  http: { headersTimeout: 5000, maxHeaderSize: 16_384 },
  frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  genReqId: (request) => traceparent.exec(String(request.headers.traceparent ?? ''))?.[1] ?? newTraceId(),
})

/** JSON only, an empty body allowed (the logout call sends one); headers on every answer; errors as envelopes. */
export const hardenServer = (server: FastifyInstance) => {
  server.removeAllContentTypeParsers()
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })
  server.addHook('onRequest', async (_, reply) => void reply.headers(headers))
  server.setErrorHandler<FastifyError>(answerError)
  server.server.maxHeadersCount = 100
}
