import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

/**
 * How many rows a query matches: exact up to `maxDepth`, capped beyond (`more`), so that counting never costs more than
 * that many rows. In: the query before anything is selected.
 */
export const cappedTotal = async <DB, T extends keyof DB, Row>(
  db: Kysely<DB>,
  matching: SelectQueryBuilder<DB, T, Row>,
): Promise<{ total: number; more?: true }> => {
  const capped = matching
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(maxDepth + 1)
  const { rows } = await sql<{ total: number }>`select count(*) as "total" from ${capped} as "capped"`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, maxDepth), ...(total > maxDepth && { more: true }) }
}
