import { setTimeout as sleep } from 'node:timers/promises'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FileStore, PartialKey } from '../../../kernel/files/file-store.ts'
import type { AdmittedRawCall } from '../../../kernel/http/raw-routes.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { assertStorageLimit } from '../../tenancy/tenants/index.ts'
import { partsRepository as repository } from './parts.repository.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import type { Scanning } from './scanning.ts'
import type { Ongoing } from './upload-lease.ts'
import { auditedFile, fileColumns } from './uploads.service.ts'

/** How long a request waits for its file to be checked and stored; proxies give up after a minute. */
const patienceMs = 20_000
/** Whether an arrived file is refused for good; another may be finished later. */
const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && error.spec.code !== kernelErrors.busy.code

export type ArrivingPorts = {
  database: Database
  fileStore: FileStore
  files: Files
  scanning: Scanning
  onError(error: unknown): void
}
/** The request, the id of its lease, and what may outlast it. */
export type ArrivingCall = Pick<AdmittedRawCall, 'actor' | 'audit' | 'auditRefusal'> & {
  lease: string
  ongoing: Ongoing
}
export type FoundArrival = NonNullable<Awaited<ReturnType<typeof repository.find>>>

/** Turns arrived bytes into files, in the name of one request. */
export const createFinishing = (
  { database, fileStore: { partial }, files, scanning, onError }: ArrivingPorts,
  { actor: { companyId }, audit, auditRefusal, lease, ongoing }: ArrivingCall,
) => {
  const reach = { reach: 'company', companyId } as const
  const toPartialKey = (id: string): PartialKey => ({ companyId, id })
  const ownLease = (id: string) => ({ ...toPartialKey(id), lease })

  /**
   * Adds the file.
   * @returns whether it did; another request may have taken over, finished or cancelled it meanwhile.
   */
  const add = ({ id, purpose, published, by }: FoundArrival, prepared: PreparedFile): Promise<boolean> =>
    database.transact(reach, async (db) => {
      if (!(await repository.remove(db, ownLease(id)))) return false
      const row = { companyId, id, purpose, published, by, isQuarantined: scanning.isQuarantined(prepared.type) }
      await files.add(db, { ...row, ...fileColumns(prepared) })
      await assertStorageLimit(db, companyId)
      await scanning.request(db)
      const after = auditedFile(prepared, purpose)
      await audit(db, 'file.uploaded', { entityId: id, entityName: prepared.name, after })
      return true
    })
  /** Checks, stores and adds the file. May be repeated: it begins with the pieces, which go last. */
  const store = async (found: FoundArrival) => {
    const { id, name, size, lastAttempt, purpose, sha256 } = found
    const received = await partial.assemble(toPartialKey(id), lastAttempt ?? '', size)
    let isAdded = false
    try {
      const prepared = await prepareFile(files, { ...received, name }, purpose, sha256 ?? undefined)
      try {
        // A picture that has grown by the re-encoding asks for room once more.
        await files.keep(companyId, prepared.received, prepared.received.size <= size)
        isAdded = await add(found, prepared)
      } finally {
        await prepared.received.discard()
      }
    } finally {
      await received.discard()
    }
    // Otherwise its pieces belong to the request that took over.
    if (isAdded) await partial.discard(toPartialKey(id))
    scanning.wake()
  }

  /**
   * Forgets a file, with what has arrived of it.
   * @returns whether this lease might
   */
  const drop = async (id: string): Promise<boolean> => {
    const isOwn = await database.transact(reach, (db) => repository.remove(db, ownLease(id)))
    if (isOwn) await partial.discard(toPartialKey(id))
    return isOwn
  }
  /** Keeps why a file was refused after its request had gone. */
  const refuseLate = async ({ id, name }: FoundArrival, error: AppError) => {
    const isOwn = await database.transact(reach, (db) => repository.refuse(db, ownLease(id), error.spec))
    if (!isOwn) return
    await partial.discard(toPartialKey(id))
    await auditRefusal(error, { entityId: id, entityName: name })
  }

  return {
    drop,

    /**
     * Adds a file all of which has arrived.
     * @returns whether it is done; after twenty seconds it goes on by itself, and its lease is kept meanwhile.
     * @throws what the file is refused for
     */
    async finish(found: FoundArrival): Promise<boolean> {
      let isAwaited = true
      const work = store(found)
        .catch(async (error: unknown) => {
          if (isFinal(error)) await (isAwaited ? drop(found.id) : refuseLate(found, error))
          if (isAwaited) throw error
          if (!isFinal(error)) onError(error)
        })
        .finally(() => {
          ongoing.work = undefined
        })
      ongoing.work = work
      const timer = new AbortController()
      const waited = sleep(patienceMs, false, { signal: timer.signal }).catch(() => false)
      const isDone = await Promise.race([work.then(() => true), waited]).finally(() => timer.abort())
      isAwaited = false
      // Its own errors were reported above.
      if (!isDone) work.catch(onError)
      return isDone
    },
  }
}
