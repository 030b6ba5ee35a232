import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { create } from 'zustand'
import { toast } from '../../ui/toast.ts'
import { clearTokens } from './tokens.ts'

const seconds = 1.5
let ending = false

/** Whether the server took not even the renewed token: nothing works until one signs in again. */
export const useSessionRefused = create<{ refused: boolean }>(() => ({ refused: false }))

/** A second 100 in a row (spec §4). The page stays as it is, so that what was typed can be read and copied. */
export const refuseSession = (): void => useSessionRefused.setState({ refused: true })

/** Any other answer than 100: the session works after all (spec §4, "the counter resets on any other code"). */
export const acceptSession = (): void => {
  if (useSessionRefused.getState().refused) useSessionRefused.setState({ refused: false })
}

const keepers = new Set<() => void>()

/** Asks to be called just before the page is given up with its session. Returns the way not to be. */
export const beforeSessionEnds = (keep: () => void): (() => void) => {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

/** Lets everybody keep what would be lost: the page is about to be reloaded without its session. */
export const keepUnsaved = (): void => {
  for (const keep of keepers) keep()
}

/** The session is no longer valid: say so, forget it, begin anew after 1.5 s (spec §8, code 101). */
export const endSession = (msg: string): void => {
  if (ending) return
  ending = true
  toast.error(msg || kernelErrors.sessionInvalid.msg, { seconds })
  clearTokens()
  setTimeout(() => {
    keepUnsaved()
    location.reload()
  }, seconds * 1000)
}
