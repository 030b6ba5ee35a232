import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { inject } from 'vitest'
import { afterFile } from './after-file.ts'

const command = 'zINSTREAM\0'
/** The harmless text that every scanner reports. */
export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

/** The chunks of INSTREAM: lengths of four bytes, each followed by as many bytes, up to a length of zero. */
const readStream = (received: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    if (at + 4 + length > received.length) return undefined
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/** A server that speaks clamd's INSTREAM and finds EICAR. `setAnswer` replaces its verdicts. */
export const createClamdStandIn = async () => {
  const path = join(inject('folder'), `clamd-${process.pid}-${Date.now()}.sock`)
  const scanned: Buffer[] = []
  let fixed: string | undefined
  const answer = (socket: Socket, bytes: Buffer) => {
    scanned.push(bytes)
    const verdict = bytes.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK'
    socket.end(`${fixed ?? verdict}\0`)
  }
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (!received.subarray(0, command.length).equals(Buffer.from(command).subarray(0, received.length)))
        return void socket.end('UNKNOWN COMMAND\0')
      const bytes = readStream(received)
      if (bytes) answer(socket, bytes)
    })
  })
  await new Promise<void>((done) => server.listen(path, done))
  afterFile(() => void server.close())
  return {
    path,
    scanned,
    setAnswer(answer: string | undefined) {
      fixed = answer
    },
  }
}
