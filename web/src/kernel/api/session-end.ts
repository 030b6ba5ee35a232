import { sessionInvalid } from '@atrium/contract/kernel/console-errors.ts'
import { create } from 'zustand'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { readStored, writeStored } from '../page/storage.ts'
import { endTabSession, isLeavingPage } from './session-switch.ts'
import { clearTokens, hasTabSession } from './tokens.ts'

const seconds = 1.5
let ending = false

/** Whether the server refused even the renewed token: the user has to sign in again. */
export const useSessionRefused = create<{ refused: boolean }>(() => ({ refused: false }))

/**
 * Marks the session as refused after two consecutive 100 replies. The page stays open, so that typed text can be
 * copied.
 */
export const markSessionRefused = (): void => useSessionRefused.setState({ refused: true })

/** Clears the mark: any reply other than 100 shows that the session works. */
export const clearSessionRefused = (): void => {
  if (useSessionRefused.getState().refused) useSessionRefused.setState({ refused: false })
}

const listeners = new Set<() => void>()

/**
 * Registers a listener to run just before the page reloads without its session.
 * @returns a function that removes it
 */
export const beforeSessionEnds = (keep: () => void): (() => void) => {
  listeners.add(keep)
  return () => listeners.delete(keep)
}

/** Runs the listeners of `beforeSessionEnds`, so that unsaved input is stored. */
export const notifyBeforeSessionEnd = (): void => {
  for (const keep of listeners) keep()
}

const reasonKey = 'atrium.sessionEnded'
const reasonLifetimeMs = 10 * 60 * 1000

/** Why this browser's session ended, for the sign-in page of every tab; undefined after ten minutes. */
export const sessionEndReason = (): string | undefined => {
  const [at, ...words] = (readStored('local', reasonKey) ?? '').split(' ')
  return Date.now() - Number(at) < reasonLifetimeMs ? words.join(' ') : undefined
}
/** Clears the reason after a sign-in. */
export const clearSessionEndReason = (): void => writeStored('local', reasonKey, undefined)

/**
 * Ends an invalid session: shows why, clears the tokens, and reloads after 1.5 s to the sign-in page, which shows the
 * reason again. A tab session returns to the own session instead, with the reason as arrival message.
 */
export const endSession = (msg: string): void => {
  // A late answer to the former session must not clear the tokens of the one that was switched to.
  if (ending || isLeavingPage()) return
  ending = true
  const why = msg || sessionInvalid.msg
  toast.error(why, { seconds })
  const isTabSession = hasTabSession()
  // Its tokens are cleared last: until then, pending calls would run in the own session.
  if (!isTabSession) {
    writeStored('local', reasonKey, `${Date.now()} ${why}`)
    clearTokens()
  }
  setTimeout(() => {
    if (isTabSession) return endTabSession({ kind: 'warning', text: t('{why}，您已返回所属公司', { why }) })
    notifyBeforeSessionEnd()
    location.reload()
  }, seconds * 1000)
}
