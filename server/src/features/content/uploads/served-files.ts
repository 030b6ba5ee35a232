import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { RawCall, RawRoute } from '../../../kernel/http/raw-routes.ts'
import { AppError } from '../../../kernel/scope.ts'
import { addressPrefix, type FileAddresses } from './file-addresses.ts'
import { sendFile } from './send-file.ts'
import { uploadsRepository as repository } from './uploads.repository.ts'
import type { Uploads } from './uploads.service.ts'

type Ports = { database: Database; addresses: FileAddresses; uploads: Pick<Uploads, 'send'> }

/** Files by their signed addresses, without token or cookie. A deleted file has no address that works. */
export const createServedFiles = ({ database, addresses, uploads }: Ports): RawRoute => ({
  methods: ['GET'],
  url: `${addressPrefix}:signed`,
  publicBecause: 'the address itself is the permission: signed, for one file, until its end',
  async handle({ request, reply, origin }: RawCall) {
    const { companyId, id, state, inline } = orNotFound(addresses.read((request.params as { signed: string }).signed))
    if (state === 'expired') throw new AppError(uploadsErrors.addressExpired)
    const file = await database.read({ reach: 'company', companyId }, (db) =>
      repository.findSent(db, { companyId, id }),
    )
    if (!file || (state === 'permanent' && !file.published)) return orNotFound(undefined)
    return sendFile(reply, await uploads.send(origin, file, inline || undefined))
  },
})
