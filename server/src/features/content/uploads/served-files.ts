import { Readable } from 'node:stream'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import type { Binary } from '@atrium/contract/kernel/binary.ts'
import type { FastifyReply } from 'fastify'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { RawCall, RawRoute } from '../../../kernel/http/raw-routes.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { AppError } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { type AddressBasis, addressPrefix, type FileAddresses } from './file-addresses.ts'
import { uploadsRepository as repository } from './uploads.repository.ts'
import type { Uploads } from './uploads.service.ts'

/** Whether what an address rests on still holds. */
export type MayStillRead = (db: Db, companyId: string, basis: AddressBasis) => Promise<boolean>
type Ports = {
  database: Database
  limits: Limits
  addresses: FileAddresses
  uploads: Pick<Uploads, 'send'>
  mayStillRead: MayStillRead
}
/** Sends a file outside of the API. Browsers ask each time whether it is still there. */
const sendFile = (reply: FastifyReply, { bytes, type, headers, status }: Binary): FastifyReply =>
  reply
    .status(status ?? 200)
    .headers({ ...headers, 'cache-control': 'private, no-cache' })
    .type(type)
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes, { objectMode: false }))

/** Longer than an address works. */
const onceSeconds = 60 * 60

/**
 * Files by their signed addresses, without token or cookie. A deleted file has no address that works, and no address
 * works longer than what it rests on.
 */
export const createServedFiles = ({ database, limits, addresses, uploads, mayStillRead }: Ports): RawRoute => {
  const once = limits.counter({ name: 'file.once', points: 1, seconds: onceSeconds })
  return {
    methods: ['GET'],
    url: `${addressPrefix}:signed`,
    publicBecause: 'the address itself is the permission: signed, for one file, until its end',
    async handle({ request, reply, origin }: RawCall) {
      const { signed } = request.params as { signed: string }
      const { companyId, id, state, inline, basis } = orNotFound(addresses.read(signed))
      if (state === 'expired') throw new AppError(uploadsErrors.addressExpired)
      const file = await database.read({ reach: 'company', companyId }, async (db) =>
        !basis || (await mayStillRead(db, companyId, basis)) ? repository.findSent(db, { companyId, id }) : undefined,
      )
      if (!file || (state === 'permanent' && !file.published)) return orNotFound(undefined)
      if (basis?.by === 'once' && (await once.add(digest(signed).toString('base64url'))).points > 1)
        throw new AppError(uploadsErrors.addressExpired)
      return sendFile(reply, await uploads.send(origin, file, inline || undefined))
    },
  }
}
