import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { leaveVisit } from '../../kernel/api/acting.ts'
import { call } from '../../kernel/api/call.ts'
import { clearTokens, storedTokens } from '../../kernel/api/tokens.ts'

const patience = 2000

/**
 * Ends the session: an empty body first; when no answer came, once more with the refresh token as the proof
 * (threat T6). Clears the tokens and reloads whether the call succeeds or fails (spec §4).
 */
export const signOut = async (): Promise<void> => {
  // It is the person who leaves: his own session ends, and every visit with it.
  leaveVisit()
  const refreshToken = storedTokens()?.refreshToken
  try {
    await call(sessionContract.logout, { body: {} }, { toasts: false })
  } catch {
    if (refreshToken)
      await call(
        sessionContract.logout,
        { body: { refreshToken } },
        { toasts: false, signal: AbortSignal.timeout(patience) },
      ).catch(() => undefined)
  }
  clearTokens()
  location.reload()
}
