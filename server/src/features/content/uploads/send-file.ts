import { Readable } from 'node:stream'
import type { Binary } from '@atrium/contract/kernel/binary.ts'
import type { FastifyReply } from 'fastify'

/** Sends a file outside of the API. Browsers ask each time whether it is still there. */
export const sendFile = (reply: FastifyReply, { bytes, type, headers, status }: Binary): FastifyReply =>
  reply
    .status(status ?? 200)
    .headers({ ...headers, 'cache-control': 'private, no-cache' })
    .type(type)
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes, { objectMode: false }))
