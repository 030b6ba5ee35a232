import { type RawBuilder, sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { productSchemas } from '../../../kernel/db/product-schemas.ts'
import type { ContentKey } from '../../../kernel/files/file-store.ts'
import { excludedColumns, excludedTables } from './excluded-data.ts'

const batchSize = 200

/** Rows of an open cursor in batches, which is closed after the last one. */
const fetchBatches = async function* <Row>(db: Db, cursor: string): AsyncGenerator<Row[]> {
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from ${sql.ref(cursor)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await sql`close ${sql.ref(cursor)}`.execute(db)
}

/** The company of a row: the row itself of a company. */
export const companyColumn = (table: string) => (table === 'companies' ? 'id' : 'company_id')

/** A row under this alias as JSON, without what an archive leaves out. */
export const keptRow = (table: string, alias: string): RawBuilder<unknown> => {
  const { columns, secrets } = excludedColumns[table] ?? { columns: [] }
  const everyColumn = sql`to_jsonb(${sql.ref(alias)})`
  const keptColumns = sql`${everyColumn} - ${columns}::text[]`
  if (!secrets) return sql`(${keptColumns})`
  return sql`(case when ${sql.ref(`${alias}.kind`)} = 'secret' then ${keptColumns} else ${everyColumn} end)`
}

export const companyDataRepository = {
  /**
   * Makes the transaction read-only on one snapshot, with timeouts for a slow reader. It must not have read anything
   * yet.
   */
  async beginSnapshot(db: Db) {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    await extendTimeout(db, 1)
    await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(db)
  },

  /** The exported tables, from the database catalogue, so that a new table needs no entry here. */
  async listTables(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select attrelid::regclass::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relkind in ('r', 'p') and not relispartition and relnamespace in ${sql.raw(productSchemas)}
        and attname = 'company_id' and attrelid::regclass::text <> all(${Object.keys(excludedTables)}) order by 1`.execute(
      db,
    )
    return ['companies', ...rows.map(({ name }) => name)]
  },

  /** The columns of a table, those included that an archive leaves out. */
  async listColumns(db: Db, table: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select attname::text as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`.execute(db)
    return rows.map(({ name }) => name)
  },

  /** How many rows of companies all these tables have. */
  async countRows(db: Db, companies: readonly string[]): Promise<number> {
    let total = 0
    for (const table of await this.listTables(db)) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)}
        where ${sql.ref(companyColumn(table))} = any(${companies}::uuid[])`.execute(db)
      total += rows[0]?.n ?? 0
    }
    return total
  },

  /** The rows of companies in a table as lines of JSON, in batches. */
  async *readLines(db: Db, table: string, companies: readonly string[]): AsyncGenerator<string[]> {
    await sql`declare archived no scroll cursor for select ${keptRow(table, 'kept')}::text as line
      from ${sql.table(table)} kept
      where ${sql.ref(`kept.${companyColumn(table)}`)} = any(${companies}::uuid[])`.execute(db)
    for await (const rows of fetchBatches<{ line: string }>(db, 'archived')) yield rows.map((row) => row.line)
  },

  /** The bytes that companies have stored, by their keys, without those in quarantine. */
  async *readContentKeys(db: Db, companies: readonly string[]): AsyncGenerator<ContentKey> {
    await sql`declare stored no scroll cursor for select company_id as "companyId", sha256 from file_contents
      where company_id = any(${companies}::uuid[]) and exists (select from files
        where files.company_id = file_contents.company_id and files.sha256 = file_contents.sha256 and state = 'ready')`.execute(
      db,
    )
    for await (const keys of fetchBatches<ContentKey>(db, 'stored')) yield* keys
  },

  /** The files of the archived segments of companies' audit logs, by their keys, with the names that they get. */
  async listSegments(db: Db, companies: readonly string[]): Promise<(ContentKey & { name: string })[]> {
    const { rows } = await sql<ContentKey & { name: string }>`
      select company_id as "companyId", sha256, format('audit/%s/%s-%s.jsonl.gz', company_id, first_seq, last_seq) as name
      from audit_segments where company_id = any(${companies}::uuid[]) order by company_id, first_seq`.execute(db)
    return rows
  },
}
