import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { type CallContext, runInContext } from '../call-context.ts'
import { companyRateError } from './company-shares.ts'
import { errorReply, readRetryAfter } from './error-reply.ts'

const shareError = companyRateError()
const hostError = Object.assign(new Error('not exactly one Host'), { statusCode: 400 })

/**
 * RFC 9112 §3.2: exactly one Host, optional in HTTP/1.0. Node reports only the first of several; a proxy may use
 * another.
 */
const hasOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

type EarlyRefusalOptions = {
  /** Whether all requests with this token are refused at the moment. */
  isOver(token: string): boolean
  readTraceId(request: IncomingMessage): string
  /** What the texts of an answer depend on, for an `Accept-Language` header. */
  toContext(accepted: string): CallContext
  headers: Readonly<Record<string, string>>
}
/**
 * Creates a request listener that refuses, before the framework runs, tokens of companies above their share (a refusal
 * must cost next to nothing under a flood, decision 56) and requests without exactly one Host. Takes the checks and the
 * headers of every answer.
 * @returns wraps another listener
 */
export const createEarlyRefusal = ({ isOver, readTraceId, toContext, headers }: EarlyRefusalOptions) => {
  const findRefusal = (request: IncomingMessage): Error | undefined => {
    const token = request.headers[Header.token]
    if (typeof token === 'string' && isOver(token)) return shareError
    return hasOneHost(request) ? undefined : hostError
  }
  return (next: RequestListener): RequestListener =>
    (request: IncomingMessage, reply: ServerResponse) => {
      const refusal = findRefusal(request)
      if (!refusal) return next(request, reply)
      const context = toContext(request.headers['accept-language'] ?? '')
      const { status, body } = runInContext(context, () => errorReply(refusal, readTraceId(request)))
      const text = JSON.stringify(body)
      const wait = readRetryAfter(body)
      reply.writeHead(status, {
        ...headers,
        ...(wait !== undefined && { 'retry-after': String(wait) }),
        'content-length': Buffer.byteLength(text),
      })
      reply.end(text)
    }
}
