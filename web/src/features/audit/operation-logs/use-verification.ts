import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'

const { verifyChain } = operationLogsContract
type CheckedRange = ReplyOf<typeof verifyChain>

export type Verification = {
  /** The last archived row, which is not verified here. */
  archived: number
  checked: number
  head: number
  broken?: CheckedRange['broken']
  done: boolean
  failure?: CallError
}

/** Verifies the chain range by range until its head, a broken row, or unmount. */
export const useVerification = (): Verification => {
  const [state, setState] = useState<Verification>({ archived: 0, checked: 0, head: 0, done: false })
  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      let checked = 0
      let from = 0
      for (;;) {
        const range = await call(verifyChain, { query: { from } }, { signal: stop.signal, toasts: false })
        checked += range.checked
        from = range.upTo
        // Rows written meanwhile are verified too; an empty range is the end.
        const done = range.broken !== undefined || from >= range.head || range.checked === 0
        setState({ archived: range.archived, checked, head: range.head, broken: range.broken, done })
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
