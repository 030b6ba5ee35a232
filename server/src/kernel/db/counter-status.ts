import { sql } from 'kysely'
import type { Db } from './database.ts'

export type Standing = { points: number; seconds: number }

/**
 * How several counters of the limits service stand, in one statement of the transaction at hand (platform sight).
 * In: their keys as `Counter.keyOf` gives them. Out: in the same order, zeros for a window that is not running.
 */
export const limitStandings = async (db: Db, keys: readonly string[]): Promise<Standing[]> => {
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
