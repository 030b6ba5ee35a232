import { grantsChanged, sessionEnded } from '@atrium/contract/features/identity/session/session-topics.ts'
import type { EventStream } from '@atrium/contract/kernel/event-stream.ts'
import type { Events, Listener } from '../../../kernel/events/events.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { grantStampsRepository } from './grant-stamps.repository.ts'
import type { SessionService } from './session.service.ts'

type Ports = { sessions: Pick<SessionService, 'forgetAll'>; events: Events }
/** What a console knows: its grants, by their stamp, and the last event it received. */
type Known = { stamp: string | undefined; lastEventId: string }

/** Notifies open consoles of changed grants, and ends their streams with the session. */
export const createConsoleEvents = ({ sessions, events }: Ports) => {
  const knownStamps = new WeakMap<Listener, string>()

  const notify = (listener: Listener, stamp: string | undefined) => {
    if (stamp === undefined) {
      listener.send(sessionEnded, {})
      listener.end()
    } else if (stamp !== knownStamps.get(listener)) {
      knownStamps.set(listener, stamp)
      listener.send(grantsChanged, { stamp })
    }
  }
  events.addSource(async (db, listeners) => {
    const ids = [...new Set(listeners.map(({ sessionId }) => sessionId))]
    const rows = await grantStampsRepository.list(db, ids)
    const stamps = new Map(rows.map(({ id, stamp }) => [id, stamp]))
    const hasChanged = (listener: Listener) =>
      knownStamps.has(listener) && knownStamps.get(listener) !== stamps.get(listener.sessionId)
    return () => {
      // Notified consoles read at once, and must not get cached rights.
      if (listeners.some(hasChanged)) sessions.forgetAll()
      for (const listener of listeners) notify(listener, stamps.get(listener.sessionId))
    }
  })

  return {
    /**
     * Opens a stream for the caller.
     * @throws as `events.open` does
     */
    open(actor: Actor, { stamp, lastEventId }: Known): EventStream {
      const { listener, stream } = events.open(actor, lastEventId)
      if (stamp !== undefined) knownStamps.set(listener, stamp)
      return stream
    },
  }
}
