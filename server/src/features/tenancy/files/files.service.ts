import type { Binary } from '@atrium/contract/kernel/binary.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ByteRange, ContentKey, FileStore, ReceivedFile } from '../../../kernel/files/file-store.ts'
import type { Actor, DetachedScope } from '../../../kernel/scope.ts'
import { assertStorageLimit } from '../tenants/index.ts'
import { filesRepository as repository } from './files.repository.ts'

type Ports = { database: Database; fileStore: FileStore }
type FileKey = { companyId: string; id: string }
/** A picture as it is stored, with its bytes in memory. */
type Picture = { bytes: Uint8Array; name: string; purpose: string; type: string; width: number; height: number }
/** Where a picture is shown: what finds the file that is there, and what puts another one in its place. */
type PicturePlace = {
  find(db: Db): Promise<{ fileId: string } | undefined>
  use(db: Db, fileId: string, etag: string): Promise<unknown>
}

/**
 * Stored files (decision 85). To add one: `keep` its bytes outside of any transaction, then `add` the file in the
 * transaction that uses it. A file that nothing uses is deleted after a day.
 */
export const createFiles = ({ database, fileStore }: Ports) => {
  const { content } = fileStore

  /** The bytes stay in the store for some days: the sweep removes them. */
  const remove = async (db: Db, key: FileKey, onlyUnused: boolean): Promise<void> => {
    const bytes = await repository.remove(db, key, onlyUnused)
    if (bytes !== undefined) await repository.removeContent(db, bytes)
  }

  return {
    receive: fileStore.receive,
    /** Removes bytes without a row, unless the same ones are being stored. */
    collect: (key: ContentKey) =>
      database.transact({ reach: 'platform' }, async (db) => {
        if (await repository.lockMissingContent(db, key)) {
          await content.remove(key)
          await repository.removeContent(db, key)
        }
        await repository.forgetRemoved(db, key)
      }),

    /**
     * Stores received bytes for a company. Takes whether their size is reserved already.
     * @throws `storageLimit` if the tenant has no room for them
     */
    async keep(companyId: string, received: ReceivedFile, isReserved = false): Promise<void> {
      const { sha256, size } = received
      await database.transact({ reach: 'company', companyId }, async (db) => {
        const isNew = await repository.noteContent(db, { companyId, sha256, size })
        // Bytes that are there count already; what adds a file of them locks the tenant first, and then their row.
        if (isNew && !isReserved) await assertStorageLimit(db, companyId)
      })
      await content.put(companyId, received)
    },

    /**
     * Receives bytes from memory and stores them; see `keep`.
     * @returns what `add` wants to know of them
     */
    async keepBytes(companyId: string, bytes: Uint8Array): Promise<{ sha256: string; size: number }> {
      const received = await fileStore.receive([bytes])
      try {
        await this.keep(companyId, received)
      } finally {
        await received.discard()
      }
      return { sha256: received.sha256, size: received.size }
    },

    /**
     * Adds a file whose bytes are kept.
     * @returns its id
     */
    add: repository.insert,

    /**
     * Stores a picture of a company in place of the one that is there.
     * @throws `storageLimit`, and what the place throws
     */
    async replacePicture(
      scope: DetachedScope<Actor>,
      companyId: string,
      { bytes, ...picture }: Picture,
      place: PicturePlace,
    ): Promise<void> {
      const kept = await this.keepBytes(companyId, bytes)
      await scope.commit(async (db) => {
        const former = await place.find(db)
        const fileId = await repository.insert(db, { companyId, ...picture, ...kept, by: toAuthor(scope) })
        await place.use(db, fileId, kept.sha256.slice(0, 16))
        if (former) await remove(db, { companyId, id: former.fileId }, true)
      })
    },

    /** Reads the bytes of a file; undefined if they are missing. */
    read: (key: ContentKey, range?: ByteRange) => content.read(key, range),

    /**
     * The reply with a whole file, which is read after the transaction.
     * @throws `notFound` then if bytes are missing
     */
    reply: (key: ContentKey, type: string) => async (): Promise<Binary> => ({
      bytes: orNotFound(await content.read(key)),
      type,
    }),

    /** Deletes a file and what uses it. */
    remove: (db: Db, key: FileKey) => remove(db, key, false),

    /** Deletes a file unless something uses it. */
    removeUnused: (db: Db, key: FileKey) => remove(db, key, true),
  }
}
export type Files = ReturnType<typeof createFiles>
