import {
  type Change,
  maxDifferences,
  type Tally,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import type { ComparedKind } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type ComparisonKey, rowName, type Shape, selectArchived, selectLive } from './compose-rows.repository.ts'
import { kinds, tablesOf } from './kinds.ts'

/** A line of an archive with the key of the row that it belongs to. */
type StagedLine = { seq: number; key: string; text: string }

/** Archived rows while they are compared with those of today. */
export const comparedRowsRepository = {
  /** The columns of the compared tables, as they are now. */
  async readColumns(db: Db): Promise<Shape['present']> {
    const tables = Object.values(kinds).flatMap(tablesOf)
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select relname::text as "table", array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relname = any(${tables}::text[])
        and attnum > 0 and not attisdropped group by relname`.execute(db)
    return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
  },

  async stage(db: Db, { companyId, comparisonId }: ComparisonKey, table: string, lines: readonly StagedLine[]) {
    await sql`insert into archived_rows (company_id, comparison_id, table_name, seq, key, content)
      select ${companyId}::uuid, ${comparisonId}::uuid, ${table}::text, seq, key, content::jsonb
      from unnest(${lines.map(({ seq }) => seq)}::int[], ${lines.map(({ key }) => key)}::text[],
        ${lines.map(({ text }) => text)}::text[]) as line (seq, key, content)`.execute(db)
  },
  unstage: (db: Db, { companyId, comparisonId }: ComparisonKey, tables: readonly string[]) =>
    db
      .deleteFrom('archived_rows')
      .where('company_id', '=', companyId)
      .where('comparison_id', '=', comparisonId)
      .where('table_name', 'in', tables)
      .execute(),

  /**
   * Compares the rows of a kind with those of companies today, and stores those that differ, up to a number.
   * @returns how many there are
   */
  async compare(
    db: Db,
    comparison: ComparisonKey,
    name: ComparedKind,
    { shape, companies }: { shape: Shape; companies: readonly string[] },
  ): Promise<Tally> {
    const kind = kinds[name]
    const { companyId, comparisonId } = comparison
    await extendTimeout(db, 10)
    const { rows } = await sql<{ change: Change; rows: number }>`
      with archived as (${selectArchived(kind, shape, comparison)}),
      live as (${selectLive(kind, shape, { companies })}),
      differing as materialized (
        select coalesce(archived.key, live.key) as key, coalesce(live.company, archived.company) as company,
          archived.whole, archived.row as archived_row, live.row as live_row,
          case when live.key is null then 'deleted' when archived.key is null then 'created' else 'changed' end as change
        from archived full join live on live.key = archived.key
        where archived.row is distinct from live.row),
      numbered as (select *, row_number() over (partition by change order by key) as place from differing),
      kept as (
        insert into archive_differences
          (company_id, comparison_id, kind, key, change, row_company_id, name, fields, archived, live_digest)
        select ${companyId}::uuid, ${comparisonId}::uuid, ${name}::text, key, change, company,
          ${rowName(kind, sql`coalesce(live_row, archived_row)`)},
          case when change = 'changed' then array(select field from jsonb_object_keys(archived_row) as field
            where archived_row -> field is distinct from live_row -> field order by field) else '{}' end,
          whole, md5(live_row::text)
        from numbered where place <= ${maxDifferences})
      select change, count(*)::int as rows from differing group by change`.execute(db)
    const count = (change: Change) => rows.find((row) => row.change === change)?.rows ?? 0
    return { created: count('created'), changed: count('changed'), deleted: count('deleted') }
  },
}
