import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** clamd gives up on a silent client after two minutes; it may take as long for its verdict. */
const silenceMs = 120_000
const maxReplyBytes = 4096

/** Nothing listens where the scanner should: no fault of the file. */
export class ScannerUnreachable extends Error {}

const connect = async (address: string, signal: AbortSignal): Promise<Socket> => {
  const at = address.lastIndexOf(':')
  const target = address.startsWith('/')
    ? { path: address }
    : { host: address.slice(0, at), port: Number(address.slice(at + 1)) }
  const socket = createConnection({ ...target, signal })
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd does not answer')))
  await once(socket, 'connect').catch((error: Error) => {
    throw new ScannerUnreachable(error.message, { cause: error })
  })
  return socket
}

const write = async (socket: Socket, bytes: Uint8Array, signal: AbortSignal) => {
  if (!socket.write(bytes)) await once(socket, 'drain', { signal })
}
/** A chunk of INSTREAM: its length in four bytes, then its bytes. */
const encodeLength = (size: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return bytes
}

/** A write to a socket that clamd has closed ends it, with a reply that has not been read yet. */
const isClosedByPeer = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')

const readReply = async (socket: Socket): Promise<string> => {
  let reply = ''
  try {
    for await (const chunk of socket) {
      reply += (chunk as Buffer).toString('utf8')
      if (reply.includes('\0') || reply.length > maxReplyBytes) break
    }
  } catch (error) {
    if (!isClosedByPeer(error)) throw error
    reply ||= 'closed the connection, as it does where a size limit is exceeded'
  }
  return reply.replaceAll('\0', '').trim()
}

/**
 * Has clamd scan a stream (its command INSTREAM). Takes a socket's path or `host:port`, and the bytes.
 * @returns the name of what it found, empty if it found nothing
 * @throws `ScannerUnreachable`, and an error if clamd gives no verdict
 */
export const scanStream = async (
  address: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<string> => {
  const socket = await connect(address, signal)
  const ended = new AbortController()
  let sent: Promise<void> = Promise.resolve()
  try {
    // clamd answers early when a stream exceeds its limit, so the reply is read from the start.
    const reply = readReply(socket)
    sent = (async () => {
      await write(socket, Buffer.from('zINSTREAM\0'), ended.signal)
      for await (const chunk of bytes) {
        await write(socket, encodeLength(chunk.length), ended.signal)
        await write(socket, chunk, ended.signal)
      }
      await write(socket, encodeLength(0), ended.signal)
    })()
    sent.catch(() => undefined)
    const verdict = await reply
    if (verdict === 'stream: OK') return ''
    const [, found] = /^stream: (.+) FOUND$/.exec(verdict) ?? []
    if (found === undefined) throw new Error(`clamd: ${verdict || 'no verdict'}`)
    return found.slice(0, 200)
  } finally {
    ended.abort()
    socket.destroy()
    // Closes the bytes, which may not have been read to their end.
    await sent.catch(() => undefined)
  }
}
