import { maxNameLength } from '@atrium/contract/features/content/uploads/file-types.ts'
import { uploadFields } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { PartialKey } from '../../../kernel/files/file-store.ts'
import { AppError, type AuditNote } from '../../../kernel/scope.ts'
import { assertStorageLimit } from '../../tenancy/tenants/index.ts'
import { type ArrivingCall, type ArrivingPorts, createFinishing } from './finish-arrival.ts'
import { partsRepository as repository } from './parts.repository.ts'
import { leaseSeconds } from './upload-lease.ts'

/** How long a file may take to arrive. */
export const arrivalSeconds = 3 * 24 * 60 * 60
const maxSentName = 1000

type Announced = { id: string; size: number; metadata: Readonly<Record<string, string | null>> }
/** What has arrived of a file. `isFinishing`: all of it, and it is being checked and stored. */
type Progress = { size: number; received: number; createdAt?: string; isFinishing?: boolean }
type Metadata = Announced['metadata']

/**
 * The fields of an upload.
 * @throws `invalid` for metadata of another form
 */
const toFields = ({ filename, biz, public: published, sha256 }: Metadata) => {
  const sent = { ...(biz && { biz }), ...(published && { public: published }), ...(sha256 && { sha256 }) }
  const { data, success } = uploadFields.safeParse(sent)
  const name = filename ?? ''
  const isStorable = name.length <= maxSentName && !name.includes('\0') && name.isWellFormed()
  if (!success || !isStorable) throw new AppError(kernelErrors.invalid)
  return { name, purpose: data.biz, published: data.public === '1', sha256: data.sha256 ?? null }
}

/** Files that arrive in parts, as one caller sees them: their own, in the company they act in. */
export const createArrivingFiles = (ports: ArrivingPorts, call: ArrivingCall) => {
  const { database, fileStore } = ports
  const { actor, lease } = call
  const { companyId, userId } = actor
  const reach = { reach: 'company', companyId } as const
  const toPartialKey = (id: string): PartialKey => ({ companyId, id })
  const { drop, finish } = createFinishing(ports, call)
  let subject: AuditNote = {}
  const noteSubject = (entityId: string, name: string) => {
    subject = { entityId, entityName: name.slice(0, maxNameLength) }
  }

  const read = async (id: string) => {
    const found = await database.read(reach, (db) => repository.find(db, toPartialKey(id), userId))
    if (found) noteSubject(id, found.name)
    return found
  }

  return {
    /** What the call is about, for the audit of its refusal. */
    subject: () => subject,

    /**
     * Begins a file and reserves its size.
     * @throws `invalid` for metadata of another form, `storageLimit`
     */
    async begin({ id, size, metadata }: Announced): Promise<void> {
      const fields = toFields(metadata)
      noteSubject(id, fields.name)
      if (size === 0) throw new AppError(uploadsErrors.empty)
      const row = { ...toPartialKey(id), userId, size, ...fields, by: toAuthor({ actor }) }
      await database.transact(reach, async (db) => {
        await repository.insert(db, row, lease, arrivalSeconds, leaseSeconds)
        await assertStorageLimit(db, companyId)
      })
    },

    /**
     * What has arrived of a file; one that is there already has arrived as a whole.
     * @returns undefined for a file that is unknown, expired or another user's; why it was refused, if no one was
     *   informed yet.
     */
    async find(id: string): Promise<Progress | { refusal: ErrorSpec } | undefined> {
      const found = await read(id)
      if (found?.refusal) {
        await drop(id)
        return { refusal: found.refusal }
      }
      if (found && found.received < found.size) {
        const { size, received, createdAt } = found
        return { size, received, createdAt }
      }
      // All has arrived, but the node died before it was added.
      if (found && !(await finish(found))) return { size: found.size, received: found.size, isFinishing: true }
      const size = await database.read(reach, (db) => repository.findAdded(db, toPartialKey(id), userId))
      return size === undefined ? undefined : { size: found?.size ?? size, received: found?.size ?? size }
    },

    /**
     * Adds bytes behind the first `offset` ones, and the file itself after the last.
     * @returns what has arrived then; undefined if another request has taken over, or the file is not finished in time
     *   and goes on by itself.
     */
    async receive(id: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number | undefined> {
      const found = await read(id)
      if (found?.received !== offset) return undefined
      const attempt = { offset, id: lease, after: found.lastAttempt }
      const received = offset + (await fileStore.partial.append(toPartialKey(id), attempt, source))
      if (received === offset) return offset
      const isOwn = await database.transact(reach, (db) =>
        repository.advance(db, { ...toPartialKey(id), lease }, offset, received),
      )
      if (!isOwn) return undefined
      const isDone = received < found.size || (await finish({ ...found, received, lastAttempt: lease }))
      return isDone ? received : undefined
    },

    /**
     * Cancels a file.
     * @returns whether there was one
     */
    async cancel(id: string): Promise<boolean> {
      const found = await read(id)
      if (!found) return false
      if (await drop(id)) await database.transact(reach, (db) => call.audit(db, 'file.cancelled', subject))
      return true
    },
  }
}
export type ArrivingFiles = ReturnType<typeof createArrivingFiles>
