import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { tooOften } from './company-shares.ts'
import { errorReply, retryAfterOf } from './error-reply.ts'

const refusal = tooOften()

type Parts = {
  /** Whether who sends this token is to be refused whatever he asks. */
  isOver(token: string): boolean
  traceIdOf(request: IncomingMessage): string
  headers: Readonly<Record<string, string>>
}
/**
 * Answers those who are known to ask too often before the framework hears of them, as being refused must cost next to nothing
 * where a company asks twenty times what it may (security §6.5). In: how to know them, and what every answer carries. Out: a
 * listener before another one.
 */
export const refusingEarly =
  ({ isOver, traceIdOf, headers }: Parts) =>
  (next: RequestListener): RequestListener =>
  (request: IncomingMessage, reply: ServerResponse) => {
    const token = request.headers[Header.token]
    if (typeof token !== 'string' || !isOver(token)) return next(request, reply)
    const { status, body } = errorReply(refusal, traceIdOf(request))
    const text = JSON.stringify(body)
    const own = { 'retry-after': String(retryAfterOf(body)), 'content-length': Buffer.byteLength(text) }
    reply.writeHead(status, { ...headers, ...own }).end(text)
  }
