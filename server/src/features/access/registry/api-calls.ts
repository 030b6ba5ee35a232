import { addressOf } from '@atrium/contract/kernel/endpoint-address.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Admission } from '../../../kernel/http/admit.ts'
import type { CountCall } from '../../../kernel/metrics.ts'
import { writeEvery } from '../../../kernel/write-every.ts'
import { apiCallsRepository as repository } from './api-calls.repository.ts'
import { createCallCounter } from './call-counter.ts'
import { createObservedCounter } from './observed-counter.ts'

type ApiCalls = {
  /** A denied call counts as a denial; its duration is not counted. */
  count: CountCall
  countObserved: Admission['countObserved']
  /**
   * Starts writing. `onError` receives failures.
   * @returns a function that stops it after writing the rest
   */
  start(onError: (error: unknown) => void): () => Promise<void>
}

const writeIntervalMs = 3000

/**
 * Counts calls in memory and writes the sums every few seconds, so that a request only pays for an addition. A node
 * that crashes loses its unwritten counts.
 */
export const createApiCalls = (database: Database): ApiCalls => {
  const callCounter = createCallCounter()
  const observedCounter = createObservedCounter()

  const write = async () => {
    const [counted, observedCalls] = [callCounter.drain(), observedCounter.drain()]
    if (counted.length === 0 && observedCalls.length === 0) return
    const withAddress = <Row extends (typeof counted | typeof observedCalls)[number]>({ endpoint, ...row }: Row) => ({
      ...addressOf(endpoint),
      ...row,
    })
    try {
      await database.transact({ reach: 'platform' }, async (db) => {
        if (counted.length > 0) await repository.add(db, counted.map(withAddress))
        if (observedCalls.length > 0) await repository.addObserved(db, observedCalls.map(withAddress))
      })
    } catch (error) {
      callCounter.restore(counted)
      observedCounter.restore(observedCalls)
      throw error
    }
  }

  return {
    count: (endpoint, code, ms) =>
      callCounter.count(endpoint, code === kernelErrors.forbidden.code ? 'denials' : 'calls', ms),
    countObserved: observedCounter.count,
    start: (onError) => writeEvery(writeIntervalMs, write, onError),
  }
}
