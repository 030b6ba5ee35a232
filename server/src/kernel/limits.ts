import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { CounterStatus } from './db/counter-status.ts'
import type { Database } from './db/database.ts'
import { AppError } from './scope.ts'

export type Counter = {
  /** Counts one; throws `tooOften` with the seconds to wait above the limit. */
  take(key: string): Promise<void>
  /** Counts one without refusing; returns the window's status. */
  add(key: string): Promise<CounterStatus>
  /** Number counted in the current window. */
  count(key: string): Promise<number>
  /** Takes back one that was counted. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
  /** Refuses the key for that many seconds, whatever its count. */
  block(key: string, seconds: number): Promise<void>
  /** The key under which the counter is stored (`readCounters`). */
  toKey(key: string): string
}
export type Limits = { counter(of: { name: string; points: number; seconds: number }): Counter }

/**
 * The rate limiting service. Counters live in the database, shared by all nodes, and are written outside a request's
 * transaction, so that a refusal does not undo them.
 */
export const createLimits = (database: Database): Limits => {
  const storeClient = { query: (statement: { text: string; values: unknown[] }) => database.statement(statement) }
  return {
    counter({ name, points, seconds }) {
      const limiter = new RateLimiterPostgres({
        storeClient,
        storeType: 'pool',
        tableName: 'limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      })
      return {
        async take(key) {
          try {
            await limiter.consume(key)
          } catch (rejection) {
            if (!(rejection instanceof RateLimiterRes)) throw rejection
            throw new AppError(kernelErrors.tooOften, {
              data: { retryAfter: Math.ceil(rejection.msBeforeNext / 1000) },
            })
          }
        },
        async add(key) {
          const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
          return { points: consumedPoints, seconds: Math.ceil(msBeforeNext / 1000) }
        },
        count: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
        giveBack: async (key) => void (await limiter.reward(key)),
        forget: async (key) => void (await limiter.delete(key)),
        block: async (key, length) => void (await limiter.block(key, length)),
        toKey: (key) => limiter.getKey(key),
      }
    },
  }
}
