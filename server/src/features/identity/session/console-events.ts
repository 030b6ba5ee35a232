import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { EventStream, OpenStream } from '@atrium/contract/kernel/event-stream.ts'
import type { Announcements } from '../../../kernel/announcements.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError } from '../../../kernel/scope.ts'
import { sessionRepository } from './session.repository.ts'
import type { SessionService } from './session.service.ts'

/** Less than a second, so that a change arrives within one. */
const pollMs = 800
const maxPerUser = 10
const maxPerNode = 5000

type Listener = { sessionId: string; userId: string; ends: OpenStream; knownStamp: string | undefined }
type Ports = {
  sessions: Pick<SessionService, 'forgetAll'>
  database: Database
  announcements: Announcements
  onError(error: unknown): void
}

/**
 * Notifies open consoles of changed grants, and ends with the session. One small query per round serves every stream of
 * the node; streams hold no database connection.
 */
export const createConsoleEvents = ({ sessions, database, announcements, onError }: Ports) => {
  const listeners = new Set<Listener>()
  let polling: Promise<void> | undefined
  let pollAgain = false

  const end = (listener: Listener) => {
    listeners.delete(listener)
    listener.ends.end()
  }
  const poll = async () => {
    const polled = [...listeners]
    const ids = [...new Set(polled.map(({ sessionId }) => sessionId))]
    const rows = await database.transact({ reach: 'platform' }, (db) => sessionRepository.listGrantStamps(db, ids))
    const stamps = new Map(rows.map(({ id, stamp }) => [id, stamp]))
    const hasChanged = ({ sessionId, knownStamp }: Listener) =>
      knownStamp !== undefined && knownStamp !== stamps.get(sessionId)
    // Notified consoles read at once, and must not get cached rights.
    if (polled.some(hasChanged)) sessions.forgetAll()
    for (const listener of polled) {
      const stamp = stamps.get(listener.sessionId)
      if (stamp === undefined) end(listener)
      else if (stamp !== listener.knownStamp) {
        listener.knownStamp = stamp
        listener.ends.send('grants', { stamp })
      }
    }
  }
  const wake = () => {
    pollAgain = polling !== undefined
    if (polling || listeners.size === 0) return
    polling = poll()
      .catch(onError)
      .finally(() => {
        polling = undefined
        if (pollAgain) wake()
      })
  }
  const timer = setInterval(wake, pollMs)
  timer.unref()
  announcements.subscribe(wake)

  return {
    /**
     * Opens a stream for the caller. In: the stamp the caller knows, if any. Throws `tooOften` if the caller or the
     * node has too many open.
     */
    open({ sessionId, userId }: Actor, knownStamp: string | undefined): EventStream {
      const own = [...listeners].filter((each) => each.userId === userId)
      if (own.length >= maxPerUser || listeners.size >= maxPerNode) throw new AppError(kernelErrors.tooOften)
      return (ends) => {
        const listener: Listener = { sessionId, userId, ends, knownStamp }
        listeners.add(listener)
        wake()
        return () => listeners.delete(listener)
      }
    },
    /** Ends every stream before the node stops. */
    async close() {
      clearInterval(timer)
      for (const listener of listeners) end(listener)
      await polling
    },
  }
}
