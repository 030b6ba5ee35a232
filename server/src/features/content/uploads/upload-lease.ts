import { setTimeout as sleep } from 'node:timers/promises'
import type { Locker } from '@tus/server'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { partsRepository as repository } from './parts.repository.ts'

/** How long a node that died keeps others waiting. */
export const leaseSeconds = 12
const extendMs = 1000
const retryMs = 150
/** Longer than a lease, so that a request takes over from a dead node. */
const patienceMs = 20_000

/** Work that may outlast its request; the lease is kept until it has ended. */
export type Ongoing = { work?: Promise<unknown> | undefined }
/** Tells the client to ask again: another request has the upload, or what it began goes on. */
export const locked = { status_code: 423, body: 'Locked\n' }

type Ports = {
  database: Database
  companyId: string
  /** Id of this request's lease. */
  lease: string
  ongoing: Ongoing
  onError(error: unknown): void
}

/**
 * Leases of uploads in the database, so that one request at a time works on an upload, on whichever node. A request that
 * wants the lease has the holder end early: it keeps what has arrived. Unlike a lock of a connection, a lease holds no
 * connection and works behind a pooler.
 */
export const createUploadLeases = ({ database, companyId, lease, ongoing, onError }: Ports): Locker => ({
  newLock(id) {
    const own = { companyId, id, lease }
    const run = <T>(work: (db: Db) => Promise<T>) => database.transact({ reach: 'company', companyId }, work)
    let timer: NodeJS.Timeout | undefined
    return {
      async lock(signal, release) {
        const giveUpAt = Date.now() + patienceMs
        let isHeld = false
        for (;;) {
          const outcome = await run((db) => repository.take(db, own, leaseSeconds))
          isHeld = outcome === 'taken'
          // Missing: it is about to be created, or whatever follows will not find it.
          if (outcome !== 'wanted') break
          if (signal.aborted || Date.now() > giveUpAt) throw locked
          await sleep(retryMs)
        }
        const extend = async () => {
          const isWanted = await run((db) => repository.extend(db, own, leaseSeconds))
          if (isWanted ?? isHeld) await release()
          if (isWanted !== undefined) isHeld = true
        }
        timer = setInterval(() => void extend().catch(onError), extendMs)
        timer.unref()
      },
      async unlock() {
        const end = async () => {
          clearInterval(timer)
          await run((db) => repository.release(db, own))
        }
        if (!ongoing.work) return end()
        void ongoing.work
          .catch(() => undefined)
          .then(end)
          .catch(onError)
      },
    }
  },
})
