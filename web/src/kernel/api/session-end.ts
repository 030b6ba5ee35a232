import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { toast } from '../../ui/toast.ts'
import { clearTokens } from './tokens.ts'

const seconds = 1.5
let ending = false

/** The session is no longer valid: say so, forget it, begin anew after 1.5 s (spec §8, code 101). */
export const endSession = (msg: string): void => {
  if (ending) return
  ending = true
  toast.error(msg || kernelErrors.sessionInvalid.msg, { seconds })
  clearTokens()
  setTimeout(() => location.reload(), seconds * 1000)
}
