import { sql } from 'kysely'
import type { Db } from './database.ts'

export type CounterStatus = { points: number; seconds: number }

/**
 * Status of several counters in one statement of the current transaction (platform reach).
 * @param keys keys from `Counter.toKey`
 * @returns in the same order, zeros for a window that has ended
 */
export const readCounters = async (db: Db, keys: readonly string[]): Promise<CounterStatus[]> => {
  const rows = await db
    .selectFrom('limits')
    .where('key', 'in', keys)
    .select(['key', 'points', sql<number>`(expire - extract(epoch from now()) * 1000)::float8`.as('left')])
    .execute()
  return keys.map((wanted) => {
    const row = rows.find(({ key }) => key === wanted)
    return row && row.left > 0 ? { points: row.points, seconds: Math.ceil(row.left / 1000) } : { points: 0, seconds: 0 }
  })
}
