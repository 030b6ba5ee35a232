import { sessionInvalid } from '@atrium/contract/kernel/console-errors.ts'
import { create } from 'zustand'
import { toast } from '../../ui/toast.ts'
import { readStored, writeStored } from '../page/storage.ts'
import { endActing } from './acting.ts'
import { clearTokens, isActing } from './tokens.ts'

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

const reasonName = 'atrium.sessionEnded'
const worthTelling = 10 * 60 * 1000

/** Why the session of this browser ended, for the sign-in page of every tab; undefined when that is long ago. */
export const endedBecause = (): string | undefined => {
  const [at, ...words] = (readStored('local', reasonName) ?? '').split(' ')
  return Date.now() - Number(at) < worthTelling ? words.join(' ') : undefined
}
/** Somebody has signed in: what was before is over. */
export const forgetEnding = (): void => writeStored('local', reasonName, undefined)

/**
 * The session is no longer valid: say so, forget it, begin anew after 1.5 s (spec §8, code 101), where the sign-in page
 * says it once more. Whoever was visiting another company is at home again, and reads there that he is and why.
 */
export const endSession = (msg: string): void => {
  if (ending) return
  ending = true
  const why = msg || sessionInvalid.msg
  toast.error(why, { seconds })
  const visiting = isActing()
  // Those of a visit go at the last moment: what is still under way would be made as the own company meanwhile.
  if (!visiting) {
    writeStored('local', reasonName, `${Date.now()} ${why}`)
    clearTokens()
  }
  setTimeout(() => {
    if (visiting) return endActing({ kind: 'warning', text: `${why}，您已回到自己的企业` })
    keepUnsaved()
    location.reload()
  }, seconds * 1000)
}
