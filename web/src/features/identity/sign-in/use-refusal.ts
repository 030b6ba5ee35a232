import { useState } from 'react'
import type { CallError } from '../../../kernel/api/call-error.ts'
import { readCause, readRetryAfter, withRetryTime } from '../../../kernel/api/retry-after.ts'
import { useCountdown } from '../../../kernel/page/use-countdown.ts'

type Refusal = { msg: string; cause?: string | undefined; waits: boolean }

/** Why the last attempt was refused, and how long the next one has to wait. */
export const useRefusal = (notice?: string) => {
  const [refusal, setRefusal] = useState<Refusal | undefined>(notice ? { msg: notice, waits: false } : undefined)
  const [secondsLeft, startCountdown] = useCountdown()
  const isOver = refusal?.waits === true && secondsLeft === 0
  return {
    /** The message; undefined without one, or when its wait is over. */
    message: isOver ? undefined : refusal?.msg,
    /** The message with the remaining seconds. */
    messageWithSeconds: refusal && !isOver ? withRetryTime(refusal.msg, secondsLeft, refusal.cause) : undefined,
    waiting: secondsLeft > 0,
    clear: () => {
      setRefusal(undefined)
      startCountdown(0)
    },
    show: (msg: string) => setRefusal({ msg, waits: false }),
    receive: (error: CallError) => {
      const seconds = readRetryAfter(error)
      setRefusal({ msg: error.msg, cause: readCause(error), waits: seconds > 0 })
      if (seconds > 0) startCountdown(seconds)
    },
  }
}
export type RefusalState = ReturnType<typeof useRefusal>
