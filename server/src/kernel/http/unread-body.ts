import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

const isUnread = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !complete && !readableEnded && ('content-length' in headers || 'transfer-encoding' in headers)

const drain = async (body: IncomingMessage): Promise<void> => {
  body.unpipe()
  body.resume()
  await finished(body, { writable: false }).catch(() => undefined)
}

/**
 * Reads and discards the rest of a body before the answer is sent: closing a connection with unread bytes resets it,
 * and the reset overtakes the answer. The request timeout bounds the wait.
 */
export const drainBeforeAnswer = (server: FastifyInstance): void => {
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (isUnread(request.raw)) drain(request.raw).then(() => done(null, payload), done)
    else done(null, payload)
  })
}
