import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './db/database.ts'
import type { Standing } from './db/limit-standings.ts'
import { AppError } from './scope.ts'

export type Counter = {
  /** Counts one; throws `tooOften` with the seconds to wait once the limit is passed. */
  take(key: string): Promise<void>
  /** Counts one and refuses nothing: for whoever judges by himself. Out: how the window stands now. */
  add(key: string): Promise<Standing>
  /** How many were counted in the running window. */
  count(key: string): Promise<number>
  forget(key: string): Promise<void>
  /** Refuses the key for that long, whatever was counted. */
  block(key: string, seconds: number): Promise<void>
  /** What the key is called where the counters are stored (`limitStandings`). */
  keyOf(key: string): string
}
export type Limits = { counter(of: { name: string; points: number; seconds: number }): Counter }

/**
 * The one limits service. Counters live in the database, so that every node counts together; they are counted
 * outside a request's transaction, so that a refusal does not undo them.
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
          } catch (refused) {
            if (!(refused instanceof RateLimiterRes)) throw refused
            throw new AppError(kernelErrors.tooOften, { data: { retryAfter: Math.ceil(refused.msBeforeNext / 1000) } })
          }
        },
        async add(key) {
          const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
          return { points: consumedPoints, seconds: Math.ceil(msBeforeNext / 1000) }
        },
        count: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
        forget: async (key) => void (await limiter.delete(key)),
        block: async (key, length) => void (await limiter.block(key, length)),
        keyOf: (key) => limiter.getKey(key),
      }
    },
  }
}
