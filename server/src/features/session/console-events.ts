import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { EventStream, StreamEnds } from '@atrium/contract/kernel/event-stream.ts'
import type { Announcements } from '../../kernel/announcements.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Actor, AppError } from '../../kernel/scope.ts'
import { sessionRepository } from './session.repository.ts'
import type { SessionService } from './session.service.ts'

/** Below a second, so that a change arrives within one. */
const lookMs = 800
const mostPerPerson = 10
const mostPerNode = 5000

export type ConsoleEvents = ReturnType<typeof createConsoleEvents>

type Listener = { sessionId: string; userId: string; ends: StreamEnds; told: string | undefined }
type Ports = {
  sessions: Pick<SessionService, 'forgetAll'>
  database: Database
  announcements: Announcements
  onError(error: unknown): void
}

/**
 * Tells open consoles that what somebody may do has changed, and ends with the session. One small query a round serves
 * every stream of the node; a stream holds no connection (threat T24).
 */
export const createConsoleEvents = ({ sessions, database, announcements, onError }: Ports) => {
  const listeners = new Set<Listener>()
  let looking: Promise<void> | undefined
  let again = false

  const end = (listener: Listener) => {
    listeners.delete(listener)
    listener.ends.end()
  }
  const look = async () => {
    const heard = [...listeners]
    const ids = [...new Set(heard.map(({ sessionId }) => sessionId))]
    const rows = await database.transact({ reach: 'platform' }, (db) => sessionRepository.standings(db, ids))
    const stamps = new Map(rows.map(({ id, stamp }) => [id, stamp]))
    const isNews = ({ sessionId, told }: Listener) => told !== undefined && told !== stamps.get(sessionId)
    // Whoever is told asks again at once, and must not be answered from before.
    if (heard.some(isNews)) sessions.forgetAll()
    for (const listener of heard) {
      const stamp = stamps.get(listener.sessionId)
      if (stamp === undefined) end(listener)
      else if (stamp !== listener.told) {
        listener.told = stamp
        listener.ends.send('grants', { stamp })
      }
    }
  }
  const wake = () => {
    again = looking !== undefined
    if (looking || listeners.size === 0) return
    looking = look()
      .catch(onError)
      .finally(() => {
        looking = undefined
        if (again) wake()
      })
  }
  const timer = setInterval(wake, lookMs)
  timer.unref()
  announcements.hear(wake)

  return {
    /**
     * A stream for whoever is calling. In: the stamp of what he knows, where he knows something. Throws `tooOften` when
     * he, or everybody together, has too many open.
     */
    open({ sessionId, userId }: Actor, told: string | undefined): EventStream {
      const own = [...listeners].filter((each) => each.userId === userId)
      if (own.length >= mostPerPerson || listeners.size >= mostPerNode) throw new AppError(kernelErrors.tooOften)
      return (ends) => {
        const listener: Listener = { sessionId, userId, ends, told }
        listeners.add(listener)
        wake()
        return () => listeners.delete(listener)
      }
    },
    /** Ends every stream: the node is about to stop. */
    async close() {
      clearInterval(timer)
      for (const listener of listeners) end(listener)
      await looking
    },
  }
}
