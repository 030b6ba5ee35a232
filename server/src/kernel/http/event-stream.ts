import type { EventStream } from '@atrium/contract/kernel/event-stream.ts'
import type { FastifyReply } from 'fastify'

/** Proxies close connections that are silent for half a minute. */
const heartbeatMs = 25_000

/**
 * Sends server-sent events (WHATWG HTML §9.2) with a heartbeat until either side ends the stream. Out: the reply, which
 * the framework no longer touches.
 */
export const sendStream = (reply: FastifyReply, listen: EventStream): FastifyReply => {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  if (reply.request.method === 'HEAD') {
    raw.end()
    return reply
  }
  raw.write(': open\n\n')
  const beat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  beat.unref()
  const closed = listen({
    send: (event, data) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void raw.end(),
  })
  raw.once('close', () => {
    clearInterval(beat)
    closed()
  })
  return reply
}
