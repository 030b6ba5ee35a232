import { sessionInvalid } from '@atrium/contract/kernel/console-errors.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { CallError } from './call-error.ts'
import { ownCalls } from './own-calls.ts'
import { endSession } from './session-end.ts'
import { replaceTokens, storedTokens } from './tokens.ts'
import { tellCopies } from './visit-copies.ts'

let running: Promise<void> | undefined

/** One tab at a time. `navigator.locks` exists only on secure origins; the server's grace period covers the rest. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('atrium.token-refresh', work) : work()

const renew = async (expired: string | undefined): Promise<void> => {
  const held = storedTokens()
  // Whoever waited for another tab finds the new pair in the storage and has nothing left to ask for.
  if (held && held.token !== expired) return
  if (!held?.refreshToken) {
    endSession(sessionInvalid.msg)
    throw new CallError({ code: Code.sessionInvalid, msg: sessionInvalid.msg })
  }
  const next = await ownCalls()
    .renew({ token: held.token, refreshToken: held.refreshToken })
    .catch((error: unknown) => {
      // Nobody signs in from this address, nor goes on from it (wire §18).
      if (!(error instanceof CallError) || error.code !== 1014) throw error
      endSession(error.msg)
      throw new CallError({ code: Code.sessionInvalid, msg: error.msg })
    })
  replaceTokens(held, next)
  tellCopies(held, next)
}

/** Exchanges the refresh token for a new pair, once however many calls and tabs find the old one expired. */
export const renewTokens = (expired: string | undefined): Promise<void> => {
  running ??= alone(() => renew(expired)).finally(() => {
    running = undefined
  })
  return running
}
