import type { RequestScope } from '../../kernel/scope.ts'
import type { SessionService } from './session.service.ts'

/**
 * Ends the session that either token names, and takes the browser's cookie away; in a visit that is the session he came
 * from. Never refuses (threat T6).
 */
export const logOut = async (sessions: SessionService, scope: RequestScope<null>, refreshToken: string | undefined) => {
  const note = await sessions.end(scope.db, scope.origin.token, refreshToken, 'logout')
  const { actor } = note
  scope.note(note)
  scope.setCookie('binding', '', 0)
  if (actor) scope.afterCommit(() => sessions.forgetUser(actor.id))
  return null
}
