import { useState } from 'react'
import type { CallError } from '../../kernel/api/call-error.ts'
import { retryAfterOf, waitSentence } from '../../kernel/api/retry-after.ts'
import { useCountdown } from '../../kernel/page/use-countdown.ts'

type Refusal = { msg: string; waits: boolean }

/** Why the last attempt was refused, and how long the next one has to wait. */
export const useRefusal = (notice?: string) => {
  const [refusal, setRefusal] = useState<Refusal | undefined>(notice ? { msg: notice, waits: false } : undefined)
  const [left, begin] = useCountdown()
  const isOver = refusal?.waits === true && left === 0
  return {
    /** The sentence as it was said; undefined when there is none, or when its wait is over. */
    said: isOver ? undefined : refusal?.msg,
    /** The same with the seconds that are left. */
    shown: refusal && !isOver ? waitSentence(refusal.msg, left) : undefined,
    waiting: left > 0,
    clear: () => {
      setRefusal(undefined)
      begin(0)
    },
    say: (msg: string) => setRefusal({ msg, waits: false }),
    receive: (error: CallError) => {
      const seconds = retryAfterOf(error)
      setRefusal({ msg: error.msg, waits: seconds > 0 })
      if (seconds > 0) begin(seconds)
    },
  }
}
export type RefusalState = ReturnType<typeof useRefusal>
