import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Door } from '../../kernel/http/admit.ts'
import type { CountCall } from '../../kernel/metrics.ts'
import { apiCallsRepository as repository } from './api-calls.repository.ts'
import { createCallTally } from './call-tally.ts'
import { addressOf } from './declared.ts'
import { createObservedTally } from './observed-tally.ts'

type ApiCalls = {
  /** A call that was denied counts as such and not by its time. */
  count: CountCall
  countObserved: Door['countObserved']
  /** Begins to write down. In: where to tell of trouble. Out: how to stop, with nothing left unwritten. */
  start(onError: (error: unknown) => void): () => Promise<void>
}

const writeEvery = 3000

/**
 * Counts calls in memory and writes the sums down every few seconds, so that a request pays for an addition and no
 * more (wire §6, `stat`). What a node that dies had not written down yet is lost.
 */
export const createApiCalls = (database: Database): ApiCalls => {
  const calls = createCallTally()
  const observed = createObservedTally()

  const write = async () => {
    const [counted, people] = [calls.take(), observed.take()]
    if (counted.length === 0 && people.length === 0) return
    const addressed = <Row extends (typeof counted | typeof people)[number]>({ endpoint, ...row }: Row) => ({
      ...addressOf(endpoint),
      ...row,
    })
    try {
      await database.transact({ reach: 'platform' }, async (db) => {
        if (counted.length > 0) await repository.add(db, counted.map(addressed))
        if (people.length > 0) await repository.addObserved(db, people.map(addressed))
      })
    } catch (error) {
      calls.putBack(counted)
      observed.putBack(people)
      throw error
    }
  }

  return {
    count: (endpoint, code, ms) =>
      calls.count(endpoint, code === kernelErrors.forbidden.code ? 'denials' : 'calls', ms),
    countObserved: observed.count,
    start(onError) {
      let writing = Promise.resolve()
      const inTurn = () => {
        writing = writing.then(write).catch(onError)
        return writing
      }
      const timer = setInterval(inTurn, writeEvery)
      timer.unref()
      return () => {
        clearInterval(timer)
        return inTurn()
      }
    },
  }
}
