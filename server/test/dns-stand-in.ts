import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

const header = 12
const txtType = 16

/** Name of a DNS question (RFC 1035, section 4.1.2) and the offset where the question ends. */
const parseQuestion = (message: Buffer) => {
  const labels: string[] = []
  let at = header
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 5 }
}
/** A TXT record for the requested name, its text in pieces of at most 255 bytes. */
const buildRecord = (text: string) => {
  const pieces = (text.match(/.{1,20}/g) ?? []).map((piece) =>
    Buffer.from(`${String.fromCharCode(piece.length)}${piece}`),
  )
  const data = Buffer.concat(pieces)
  const head = Buffer.alloc(header)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txtType, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A name server on the loopback address that answers from `records`. Closed after the file's tests. */
export const createDnsStandIn = async () => {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4', (message, from) => {
    const { name, end } = parseQuestion(message)
    const texts = records.get(name.toLowerCase()) ?? []
    const answer = Buffer.from(message.subarray(0, end))
    answer.writeUInt16BE(0x8180, 2)
    answer.writeUInt16BE(1, 4)
    answer.writeUInt16BE(texts.length, 6)
    answer.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([answer, ...texts.map(buildRecord)]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterFile(() => socket.close())
  const { port } = socket.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, records }
}
