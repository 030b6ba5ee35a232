import { sessionInvalid } from '@atrium/contract/kernel/console-errors.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { CallError } from './call-error.ts'
import { notifyDuplicateTabs } from './duplicate-tabs.ts'
import { kernelCalls } from './kernel-calls.ts'
import { endSession } from './session-end.ts'
import { replaceTokens, storedTokens } from './tokens.ts'

let running: Promise<void> | undefined

/** One tab at a time. `navigator.locks` exists only on secure origins; otherwise the server's grace period applies. */
const withRefreshLock = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('atrium.token-refresh', work) : work()

const renew = async (expired: string | undefined): Promise<void> => {
  const stored = storedTokens()
  // Another tab has renewed the tokens while this one waited for the lock.
  if (stored && stored.token !== expired) return
  if (!stored?.refreshToken) {
    endSession(sessionInvalid.msg)
    throw new CallError({ code: Code.sessionInvalid, msg: sessionInvalid.msg })
  }
  const next = await kernelCalls()
    .renew({ token: stored.token, refreshToken: stored.refreshToken })
    .catch((error: unknown) => {
      // 1014: sign-in is not allowed from this IP address, and neither is renewal.
      if (!(error instanceof CallError) || error.code !== 1014) throw error
      endSession(error.msg)
      throw new CallError({ code: Code.sessionInvalid, msg: error.msg })
    })
  replaceTokens(stored, next)
  notifyDuplicateTabs(stored, next)
}

/** Exchanges the refresh token for a new pair; concurrent calls and tabs share one exchange. */
export const renewTokens = (expired: string | undefined): Promise<void> => {
  running ??= withRefreshLock(() => renew(expired)).finally(() => {
    running = undefined
  })
  return running
}
