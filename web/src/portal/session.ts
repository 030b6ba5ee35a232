import { readSession } from '../shared/entry/read-session.ts'
import { SessionLoadError } from '../shared/entry/session-load-error.ts'

export type PortalSession = Awaited<ReturnType<typeof readSession>>

let loaded: Promise<PortalSession> | undefined

/** Loads the signed-in user and their rights once. Throws `SessionLoadError`. */
export const loadSession = (): Promise<PortalSession> => {
  loaded ??= readSession().catch((error) => {
    loaded = undefined
    throw new SessionLoadError(error)
  })
  return loaded
}
