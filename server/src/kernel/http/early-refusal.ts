import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { tooOften } from './company-shares.ts'
import { errorReply, retryAfterOf } from './error-reply.ts'

const overShare = tooOften()
const badHost = Object.assign(new Error('not exactly one Host'), { statusCode: 400 })

/** RFC 9112 §3.2: one Host, which HTTP/1.0 may leave out. Of several Node shows the first alone; a proxy may take another. */
const hasOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

type Parts = {
  /** Whether who sends this token is to be refused whatever he asks. */
  isOver(token: string): boolean
  traceIdOf(request: IncomingMessage): string
  headers: Readonly<Record<string, string>>
}
/**
 * Answers those who are known to ask too often before the framework hears of them, as being refused must cost next to nothing
 * where a company asks twenty times what it may (security §6.5); and requests without exactly one Host. In: how to know them,
 * and what every answer carries. Out: a listener before another one.
 */
export const refusingEarly = ({ isOver, traceIdOf, headers }: Parts) => {
  const refusalOf = (request: IncomingMessage): Error | undefined => {
    const token = request.headers[Header.token]
    if (typeof token === 'string' && isOver(token)) return overShare
    return hasOneHost(request) ? undefined : badHost
  }
  return (next: RequestListener): RequestListener =>
    (request: IncomingMessage, reply: ServerResponse) => {
      const refusal = refusalOf(request)
      if (!refusal) return next(request, reply)
      const { status, body } = errorReply(refusal, traceIdOf(request))
      const text = JSON.stringify(body)
      const wait = retryAfterOf(body)
      reply.writeHead(status, {
        ...headers,
        ...(wait !== undefined && { 'retry-after': String(wait) }),
        'content-length': Buffer.byteLength(text),
      })
      reply.end(text)
    }
}
