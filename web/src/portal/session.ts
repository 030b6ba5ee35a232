import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { readQuery } from '../kernel/api/use-read.ts'
import { readSession } from '../shared/entry/read-session.ts'
import { SessionLoadError } from '../shared/entry/session-load-error.ts'

export type PortalSession = Awaited<ReturnType<typeof readSession>>

/** The registered company that the user acts for; null without one. */
export const ownEnterpriseQuery = readQuery(
  enterprisesContract.ent,
  {},
  { staleTime: Number.POSITIVE_INFINITY, toasts: false },
)

let loaded: Promise<PortalSession> | undefined

/**
 * Loads the signed-in user and their rights once.
 * @throws `SessionLoadError`
 */
export const loadSession = (): Promise<PortalSession> => {
  // The navigation depends on the company, and must not change under the pointer.
  loaded ??= Promise.all([readSession(), queryClient.prefetchQuery(ownEnterpriseQuery)]).then(
    ([session]) => session,
    (error) => {
      loaded = undefined
      throw new SessionLoadError(error)
    },
  )
  return loaded
}
