import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { discardTabSession } from '../../../kernel/api/session-switch.ts'
import { clearTokens, storedTokens } from '../../../kernel/api/tokens.ts'

const retryTimeoutMs = 2000

/**
 * Ends the session: first with an empty body; without a reply, once more with the refresh token as the proof. Clears
 * the tokens and reloads in any case.
 */
export const signOut = async (): Promise<void> => {
  // Signing out ends the home session, and every visit with it.
  discardTabSession()
  const refreshToken = storedTokens()?.refreshToken
  try {
    await call(sessionContract.logout, { body: {} }, { toasts: false })
  } catch {
    if (refreshToken)
      await call(
        sessionContract.logout,
        { body: { refreshToken } },
        { toasts: false, signal: AbortSignal.timeout(retryTimeoutMs) },
      ).catch(() => undefined)
  }
  clearTokens()
  location.reload()
}
