import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Remembers for ten seconds of what there was more than is counted (decision 17). */
export const createBeliefs = () => {
  const believed = new LRUCache<string, true>({ max: 1000, ttl: 10_000 })
  return { has: (key: string) => believed.has(key), add: (key: string) => void believed.set(key, true) }
}
/** Whose rows, the statement and its values. */
const many = createBeliefs()
const tooMany = { total: maxDepth, more: true } as const

const countingUpTo = <DB, From extends keyof DB, Row>(matching: SelectQueryBuilder<DB, From, Row>, most: number) => {
  const capped = matching.clearSelect().select(sql`1`.as('one')).limit(most)
  return sql<{ total: number }>`select count(*) as "total" from ${capped} as "capped"`
}
/** How many rows a query matches, `most` at most. */
export const countUpTo = async <DB, Wide, From extends keyof Wide, Row>(
  db: Kysely<DB>,
  matching: SelectQueryBuilder<Wide, From, Row>,
  most: number,
): Promise<number> => (await countingUpTo(matching, most).execute(db)).rows[0]?.total ?? 0

/**
 * How many rows a query matches: exact up to `maxDepth`, capped beyond (`more`), so that counting never costs more than
 * that many rows. In: the query before anything is selected, and whose rows it asks for, a company's or the platform's; when
 * that is said, `more` is believed for ten seconds (decision 17). An exact number never is.
 */
export const cappedTotal = async <DB, Wide, From extends keyof Wide, Row>(
  db: Kysely<DB>,
  matching: SelectQueryBuilder<Wide, From, Row>,
  whose?: string,
): Promise<{ total: number; more?: true }> => {
  const counting = countingUpTo(matching, maxDepth + 1).compile(db)
  const key = whose && JSON.stringify([whose, counting.sql, counting.parameters])
  if (key && many.has(key)) return tooMany
  const { rows } = await db.executeQuery(counting)
  const total = rows[0]?.total ?? 0
  if (total <= maxDepth) return { total }
  if (key) many.add(key)
  return tooMany
}
