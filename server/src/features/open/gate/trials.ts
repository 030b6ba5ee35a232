import type { IncomingHttpHeaders } from 'node:http'
import { SignatureHeader } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { CallRecord } from './call-records.ts'

export type Trial = {
  /** Called once, when the gate is done with the call; without a record if the application is gone. */
  done(record: CallRecord | undefined): void
}

/**
 * Trials under way in this process. A trial is recognised by the nonce that it is signed with: random, made here, and
 * known to no one else until the call is over.
 */
export const createTrials = () => {
  const running = new Map<string, Trial>()
  return {
    find: (headers: IncomingHttpHeaders): Trial | undefined => running.get(String(headers[SignatureHeader.nonce])),
    /**
     * Runs the work while the nonce is that of a trial.
     * @returns what it returns, and the gate's record of the call
     */
    async run<T>(nonce: string, work: () => Promise<T>): Promise<{ answer: T; record: CallRecord | undefined }> {
      const { promise, resolve } = Promise.withResolvers<CallRecord | undefined>()
      running.set(nonce, { done: resolve })
      try {
        const answer = await work()
        return { answer, record: await promise }
      } finally {
        running.delete(nonce)
      }
    },
  }
}
export type Trials = ReturnType<typeof createTrials>
