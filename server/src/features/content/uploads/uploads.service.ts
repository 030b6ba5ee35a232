import type { Purpose } from '@atrium/contract/features/content/uploads/file-types.ts'
import type {
  RemovalImpact,
  storedFile,
  UploadDetails,
  UploadFields,
  UploadRow,
  uploadsContract,
} from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import type { uploadedPicture } from '@atrium/contract/kernel/rich-text.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fileReply } from '../../../kernel/http/file-reply.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { detectType } from './detect-type.ts'
import { addressPrefix, type FileAddresses } from './file-addresses.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import type { Scanning } from './scanning.ts'
import { uploadsRepository as repository } from './uploads.repository.ts'

type ListQuery = z.output<typeof uploadsContract.list.query>
type FileKey = { companyId: string; id: string }
type StoredFile = z.output<typeof storedFile>

/** Throws `quarantined` or `infected` unless a file may be sent. */
export const assertSendable = (state: UploadRow['state']) => {
  if (state === 'scanning') throw new AppError(uploadsErrors.quarantined)
  if (state === 'infected') throw new AppError(uploadsErrors.infected)
  if (state === 'unscanned') throw new AppError(uploadsErrors.unscanned)
}
const isPicture = (type: string) => type.startsWith('image/')

type SentFile = Omit<NonNullable<Awaited<ReturnType<typeof repository.findSent>>>, 'published' | 'guarded'>

type Ports = { files: Files; addresses: FileAddresses; scanning: Scanning }

/** Stored files of a company. */
export const createUploads = ({ files, addresses, scanning }: Ports) => {
  const shownFile = (
    companyId: string,
    id: string,
    { received, name, type, width, height }: PreparedFile,
  ): StoredFile => ({
    id,
    name,
    size: received.size,
    mime: type.type,
    sha256: received.sha256,
    ...(width !== null && height !== null && { width, height }),
    path: addresses.permanent(companyId, id),
    url: addresses.temporary(companyId, id),
  })
  /** Sends a file whole or in part; see `fileReply`. */
  const send = async ({ conditions }: RequestScope['origin'], file: SentFile, inline = isPicture(file.type)) => {
    assertSendable(file.state)
    const sent = { ...file, inline }
    return orNotFound(await fileReply(sent, conditions, (range) => files.read(file, range)))
  }

  return {
    send,
    /**
     * A file to send to callers whose right to it was checked.
     * @param key its key, with the reach of its company
     */
    findSent: async (db: Db, key: FileKey) => orNotFound(await repository.findSent(db, key)),

    async list({ db, actor, origin }: RequestScope, query: ListQuery) {
      assertPageDepth(query)
      return repository.list(db, actor.companyId, query, origin.timeZone)
    },

    async get({ db, actor: { companyId } }: RequestScope, id: string): Promise<UploadDetails> {
      const key = { companyId, id }
      const file = orNotFound(await repository.find(db, key))
      const [references, copies] = await Promise.all([
        repository.references(db, key),
        repository.copies(db, key, file.sha256),
      ])
      const isOpen = file.state === 'ready' && !file.guarded
      return { ...file, references, copies, url: isOpen ? addresses.temporary(companyId, id) : '' }
    },

    async file({ db, actor: { companyId }, origin }: RequestScope, id: string) {
      const found = orNotFound(await repository.findSent(db, { companyId, id }))
      if (found.guarded) throw new AppError(uploadsErrors.guarded)
      return () => send(origin, found)
    },

    async upload(scope: DetachedScope<Actor>, { biz, public: published, sha256 }: UploadFields, file: SpooledFile) {
      const { companyId } = scope.actor
      const prepared = await prepareFile(files, file, biz, sha256)
      try {
        await files.keep(companyId, prepared.received)
        const row = { companyId, purpose: biz, published: published === '1', by: toAuthor(scope) }
        const id = await scope.commit(async (db) => {
          const added = await files.add(db, {
            ...row,
            ...fileColumns(prepared),
            isQuarantined: scanning.isQuarantined(prepared.type),
          })
          await scanning.request(db)
          scope.note({ entityId: added, entityName: prepared.name, after: auditedFile(prepared, biz) })
          return added
        })
        scanning.wake()
        return shownFile(companyId, id, prepared)
      } finally {
        await prepared.received.discard()
      }
    },

    /** Throws `notFound`, and `scanned` unless the scanner has given up on the file. */
    async rescan(scope: RequestScope, id: string) {
      const key = { companyId: scope.actor.companyId, id }
      const { name, state } = orNotFound(await repository.find(scope.db, key))
      if (state !== 'unscanned') throw new AppError(uploadsErrors.scanned)
      await scanning.restart(scope.db, key)
      scope.afterCommit(scanning.wake)
      scope.note({ entityId: id, entityName: name })
      return null
    },

    /**
     * Stores a picture for a rich text.
     * @returns its path, behind the prefix of addresses
     * @throws `notAPicture`
     */
    async uploadPicture(
      scope: DetachedScope<Actor>,
      purpose: Purpose,
      file: SpooledFile,
    ): Promise<z.output<typeof uploadedPicture>> {
      if ((await detectType(file.path))?.kind !== 'picture') throw new AppError(uploadsErrors.notAPicture)
      const { url } = await this.upload(scope, { biz: purpose, public: '0' }, file)
      return { path: url.slice(addressPrefix.length) }
    },

    async remove(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const key = { companyId: actor.companyId, id }
      const { name, size, sha256, uses, duplicates, biz, mime } = orNotFound(await repository.find(db, key))
      const impact: RemovalImpact = {
        name,
        uses,
        references: await repository.references(db, key),
        frees: duplicates === 0 ? size : 0,
      }
      scope.confirm(impact)
      await files.remove(db, key)
      scope.note({ entityId: id, entityName: name, before: { biz, mime, bytes: size, sha256 } })
      return null
    },
  }
}
export type Uploads = ReturnType<typeof createUploads>
/** Sends a file whole or in part. */
export type SendFile = Uploads['send']

/** The columns that a prepared file decides. */
export const fileColumns = ({ received, name, type, width, height }: PreparedFile) => ({
  name,
  width,
  height,
  type: type.type,
  sha256: received.sha256,
  size: received.size,
})
/** What the audit log says of a new file. */
export const auditedFile = ({ received, type }: PreparedFile, biz: Purpose) => ({
  biz,
  mime: type.type,
  bytes: received.size,
  sha256: received.sha256,
})
