import type { RequestScope } from '../../../kernel/scope.ts'
import type { SessionService } from './session.service.ts'

/** Ends the session that either token names and clears the cookie; in a visit, ends the home session. Never refuses. */
export const logOut = async (sessions: SessionService, scope: RequestScope<null>, refreshToken: string | undefined) => {
  const note = await sessions.end(scope.db, scope.origin.token, refreshToken, 'logout')
  const { actor } = note
  scope.note(note)
  scope.setCookie('binding', '', 0)
  if (actor) scope.afterCommit(() => sessions.forgetUser(actor.id))
  return null
}
