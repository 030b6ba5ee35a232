import type { EventStream, OpenStream } from '@atrium/contract/kernel/event-stream.ts'
import type { FastifyReply } from 'fastify'

/** Proxies close connections that are silent for half a minute. */
const heartbeatMs = 25_000
/** Bytes that wait for a slow reader, beside those of the operating system. More than one round sends. */
const maxWaitingBytes = 256 * 1024

type Raw = FastifyReply['raw']

/** A reader that does not keep up is cut: it resumes by its last event, and the node keeps no queue for it. */
const writeOrCut = (raw: Raw, block: string) => {
  if (raw.destroyed || raw.writableEnded) return
  if (raw.writableLength > maxWaitingBytes) raw.destroy()
  else raw.write(block)
}

const createOpenStream = (raw: Raw): OpenStream & { beat(): void } => {
  let position = ''
  const idLine = () => (position === '' ? '' : `id: ${position}\n`)
  return {
    send: (event, data) => writeOrCut(raw, `event: ${event}\n${idLine()}data: ${JSON.stringify(data)}\n\n`),
    mark(next) {
      const isFirst = position === ''
      position = next
      if (isFirst) writeOrCut(raw, `${idLine()}\n`)
    },
    end: () => void raw.end(),
    /** Tells the newest position too, so that a quiet stream does not resume far back. */
    beat: () => writeOrCut(raw, `: still here\n${idLine()}\n`),
  }
}

/**
 * Sends server-sent events (WHATWG HTML §9.2) with a heartbeat until either side ends the stream.
 * @returns the reply, which the framework no longer touches
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
  const stream = createOpenStream(raw)
  const timer = setInterval(stream.beat, heartbeatMs)
  timer.unref()
  const closed = listen(stream)
  raw.once('close', () => {
    clearInterval(timer)
    closed()
  })
  return reply
}
