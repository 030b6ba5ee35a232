import type { DictionaryUses } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { DictionaryUse } from '../../../kernel/feature.ts'

/** Counts the rows that hold one of the codes, within the reach of the transaction: one entry for each place with some. */
export const countUses = async (
  db: Db,
  uses: readonly DictionaryUse[],
  codes: readonly string[],
): Promise<DictionaryUses> => {
  if (uses.length === 0) return []
  const counts = uses.map(
    ({ table, column, name }) => sql`select ${name}::text as name, count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)}::text = any(${codes})`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}
