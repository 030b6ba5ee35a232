import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { createCache } from '../cache.ts'
import { getDatabaseKey } from './bound-connection.ts'

const createKeys = () => createCache<string, true>(1000, { ttl: 10_000 })
/** Remembers capped queries of each database for ten seconds (decision 17). */
export const createCappedCache = () => {
  const byDatabase = new WeakMap<object, ReturnType<typeof createKeys>>()
  const findKeys = (db: object) => {
    const database = getDatabaseKey(db) ?? db
    const keys = byDatabase.get(database) ?? createKeys()
    byDatabase.set(database, keys)
    return keys
  }
  return {
    has: (db: object, key: string) => findKeys(db).has(key),
    add: (db: object, key: string) => void findKeys(db).set(key, true),
  }
}
/** Keyed by cache scope, statement and values. */
const cappedQueries = createCappedCache()
const cappedCount = { total: maxDepth, more: true } as const
/** A number of rows as lists show it: exact up to `maxDepth`, capped above. */
export const capTotal = (total: number): { total: number; more?: true } => (total <= maxDepth ? { total } : cappedCount)

const countQuery = <DB, From extends keyof DB, Row>(matching: SelectQueryBuilder<DB, From, Row>, limit: number) => {
  const capped = matching.clearSelect().select(sql`1`.as('one')).limit(limit)
  return sql<{ total: number }>`select count(*) as "total" from ${capped} as "capped"`
}
/** Number of rows a query matches, at most `limit`. */
export const countUpTo = async <DB, Wide, From extends keyof Wide, Row>(
  db: Kysely<DB>,
  matching: SelectQueryBuilder<Wide, From, Row>,
  limit: number,
): Promise<number> => (await countQuery(matching, limit).execute(db)).rows[0]?.total ?? 0

/**
 * Number of rows a query matches: exact up to `maxDepth`, capped above (`more`), which bounds the cost of counting. In:
 * the query before its selection, and the scope of its rows (a company's id or `platform`); with a scope, `more` is
 * cached for ten seconds (decision 17). Exact numbers are never cached.
 */
export const cappedTotal = async <DB, Wide, From extends keyof Wide, Row>(
  db: Kysely<DB>,
  matching: SelectQueryBuilder<Wide, From, Row>,
  cacheScope?: string,
): Promise<{ total: number; more?: true }> => {
  const counting = countQuery(matching, maxDepth + 1).compile(db)
  const key = cacheScope && JSON.stringify([cacheScope, counting.sql, counting.parameters])
  if (key && cappedQueries.has(db, key)) return cappedCount
  const { rows } = await db.executeQuery(counting)
  const total = rows[0]?.total ?? 0
  if (key && total > maxDepth) cappedQueries.add(db, key)
  return capTotal(total)
}
