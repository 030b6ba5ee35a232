import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/api/call.ts'
import { CallError } from '../../kernel/api/call-error.ts'

const { verifyChain } = operationLogsContract
type Stretch = ReplyOf<typeof verifyChain>

export type Verification = {
  checked: number
  head: number
  broken?: Stretch['broken']
  done: boolean
  failure?: CallError
}

/** Has the chain computed anew, stretch after stretch, until its head, its first broken row, or the page goes away. */
export const useVerification = (): Verification => {
  const [state, setState] = useState<Verification>({ checked: 0, head: 0, done: false })
  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      let checked = 0
      let from = 0
      for (;;) {
        const stretch = await call(verifyChain, { query: { from } }, { signal: stop.signal, toasts: false })
        checked += stretch.checked
        from = stretch.upTo
        // Rows written meanwhile are looked at too; a stretch that brought none is the end.
        const done = stretch.broken !== undefined || from >= stretch.head || stretch.checked === 0
        setState({ checked, head: stretch.head, broken: stretch.broken, done })
        if (done) return
      }
    }
    run().catch((error: unknown) => {
      if (error instanceof CallError) setState((last) => ({ ...last, done: true, failure: error }))
    })
    return () => stop.abort()
  }, [])
  return state
}
