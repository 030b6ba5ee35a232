import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Envelope } from '@atrium/contract/kernel/envelope.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { newTraceId } from '../ids.ts'

const refusals: Readonly<Record<string, ErrorSpec>> = {
  ERR_HTTP_REQUEST_TIMEOUT: kernelErrors.tooSlow,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: kernelErrors.tooLarge,
  HPE_HEADER_OVERFLOW: kernelErrors.headersTooLarge,
}
/** Time for the client to read the answer (RFC 9112 §9.6): closing with unread bytes resets the connection. */
const lingerMs = 1000

const rawAnswer = ({ code, msg }: ErrorSpec, headers: Readonly<Record<string, string>>): string => {
  const body = JSON.stringify({ code, msg, traceId: newTraceId() } satisfies Envelope)
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}\r\n${body}`
}

const endGently = (socket: Socket, answer: string) => {
  for (const event of ['data', 'end']) socket.removeAllListeners(event)
  socket.on('data', () => undefined)
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer))
}

/**
 * Answers requests that Node's HTTP parser rejects (400, 408, 413, 431) in the envelope and closes the connection.
 * @param headers of every answer
 */
export const createClientErrorHandler =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Node attaches the response in progress to its socket, without a public name.
    const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse }
    if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) socket.destroy()
    else endGently(socket, rawAnswer(refusals[error.code ?? ''] ?? kernelErrors.invalid, headers))
  }
