import { uploadFields } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { authorOf } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FileStore, PartialKey } from '../../../kernel/files/file-store.ts'
import type { AdmittedRawCall } from '../../../kernel/http/raw-routes.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { assertStorageLimit } from '../../tenancy/tenants/index.ts'
import { partsRepository as repository } from './parts.repository.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import type { Scanning } from './scanning.ts'
import { leaseSeconds } from './upload-lease.ts'
import { auditedFile, fileColumns } from './uploads.service.ts'

/** How long a file may take to arrive. */
export const arrivalSeconds = 3 * 24 * 60 * 60
const maxSentName = 1000
/** Whether an arrived file is refused for good; another may be finished later. */
const isFinal = (error: unknown) => error instanceof AppError && error.spec.code !== kernelErrors.busy.code

export type ArrivingPorts = { database: Database; fileStore: FileStore; files: Files; scanning: Scanning }
type Announced = { id: string; size: number; metadata: Readonly<Record<string, string | null>> }
type Found = NonNullable<Awaited<ReturnType<typeof repository.find>>>

/**
 * Files that arrive in parts, as one caller sees them: their own, in the company they act in. In: the caller's request
 * and the id of its lease.
 */
export const createArrivingFiles = (
  { database, fileStore, files, scanning }: ArrivingPorts,
  { actor, audit }: AdmittedRawCall,
  lease: string,
) => {
  const { companyId, userId } = actor
  const reach = { reach: 'company', companyId } as const
  const keyOf = (id: string): PartialKey => ({ companyId, id })
  const { partial } = fileStore

  const drop = async (id: string) => {
    const isOwn = await database.transact(reach, (db) => repository.remove(db, { ...keyOf(id), lease }))
    if (isOwn) await partial.discard(keyOf(id))
  }
  /** Adds the file. Out: whether it did; another request may have taken over, finished or cancelled it meanwhile. */
  const add = (found: Found, prepared: PreparedFile): Promise<boolean> => {
    const { id, purpose, published, by } = found
    return database.transact(reach, async (db) => {
      if (!(await repository.remove(db, { ...keyOf(id), lease }))) return false
      const row = { companyId, id, purpose, published, by, state: scanning.firstState(prepared.type) }
      await files.add(db, { ...row, ...fileColumns(prepared) })
      await assertStorageLimit(db, companyId)
      await scanning.request(db)
      await audit(db, 'file.uploaded', {
        ...{ entityId: id, entityName: prepared.name, after: auditedFile(prepared, purpose) },
      })
      return true
    })
  }
  /** Adds a file all of which has arrived. May be repeated: it begins with the parts, which go last. */
  const finish = async (found: Found) => {
    const received = await partial.assemble(keyOf(found.id), found.lastAttempt ?? '', found.size)
    let isAdded = false
    try {
      const prepared = await prepareFile(files, { ...received, name: found.name }, found.purpose)
      try {
        // A picture that has grown by the re-encoding asks for room once more.
        await files.keep(companyId, prepared.received, prepared.received.size <= found.size)
        isAdded = await add(found, prepared)
      } finally {
        await prepared.received.discard()
      }
    } catch (error) {
      if (isFinal(error)) await drop(found.id)
      throw error
    } finally {
      await received.discard()
    }
    // Otherwise its pieces belong to the request that took over.
    if (isAdded) await partial.discard(keyOf(found.id))
    scanning.wake()
  }

  return {
    /** Begins a file and reserves its size. Throws `invalid` for metadata of another form, `storageLimit`. */
    async begin({ id, size, metadata }: Announced): Promise<void> {
      const { filename, biz, public: published } = metadata
      const fields = uploadFields.safeParse({ ...(biz && { biz }), ...(published && { public: published }) })
      const name = filename ?? ''
      const isStorable = name.length <= maxSentName && !name.includes('\0') && name.isWellFormed()
      if (!fields.success || !isStorable) throw new AppError(kernelErrors.invalid)
      if (size === 0) throw new AppError(uploadsErrors.empty)
      const row = { ...keyOf(id), userId, name, size, purpose: fields.data.biz, by: authorOf({ actor }) }
      await database.transact(reach, async (db) => {
        const arriving = { ...row, published: fields.data.public === '1' }
        await repository.insert(db, arriving, lease, arrivalSeconds, leaseSeconds)
        await assertStorageLimit(db, companyId)
      })
    },

    /**
     * What has arrived of a file; one that is there already has arrived as a whole. Out: undefined for a file that is
     * unknown, expired or another user's.
     */
    async find(id: string): Promise<{ size: number; received: number; createdAt?: string } | undefined> {
      const found = await database.read(reach, (db) => repository.find(db, keyOf(id), userId))
      if (found && found.received < found.size) return found
      // All has arrived, but the node died before it was added.
      if (found) await finish(found)
      const size = await database.read(reach, (db) => repository.findAdded(db, keyOf(id), userId))
      return size === undefined ? undefined : { size: found?.size ?? size, received: found?.size ?? size }
    },

    /**
     * Adds bytes behind the first `offset` ones, and the file itself after the last. Out: what has arrived then;
     * undefined if another request has taken over.
     */
    async receive(id: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number | undefined> {
      const found = await database.read(reach, (db) => repository.find(db, keyOf(id), userId))
      if (found?.received !== offset) return undefined
      const attempt = { offset, id: lease, after: found.lastAttempt }
      const received = offset + (await partial.append(keyOf(id), attempt, source))
      if (received === offset) return offset
      const isOwn = await database.transact(reach, (db) =>
        repository.advance(db, { ...keyOf(id), lease }, offset, received),
      )
      if (!isOwn) return undefined
      if (received === found.size) await finish({ ...found, received, lastAttempt: lease })
      return received
    },

    /** Cancels a file. Out: whether there was one. */
    async cancel(id: string): Promise<boolean> {
      const found = await database.read(reach, (db) => repository.find(db, keyOf(id), userId))
      if (found) await drop(id)
      return found !== undefined
    },
  }
}
export type ArrivingFiles = ReturnType<typeof createArrivingFiles>
