import { sql } from 'kysely'
import { allowMinutes } from '../../kernel/db/bound-connection.ts'
import type { Db } from '../../kernel/db/database.ts'
import { leftOutColumns, leftOutTables } from './left-out-data.ts'

const rowsAtOnce = 200

export const companyDataRepository = {
  /** Makes the transaction, which must have read nothing yet, read one moment, for as long as somebody takes what is read. */
  async freeze(db: Db) {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    await allowMinutes(db, 1)
    await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(db)
  },

  /** The tables an archive has, as the database's own catalogue tells (migration 0034): a new table needs no line. */
  async tables(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
        and attname = 'company_id' and relname <> all(${Object.keys(leftOutTables)}) order by relname`.execute(db)
    return ['companies', ...rows.map(({ name }) => name)]
  },

  /** The rows of some companies in a table, as lines of JSON, a few at a time. */
  async *lines(db: Db, table: string, companies: readonly string[]): AsyncGenerator<string[]> {
    const { columns, secrets } = leftOutColumns[table] ?? { columns: [] }
    const all = sql`to_jsonb(kept)`
    const some = sql`${all} - ${columns}::text[]`
    const line = secrets ? sql`case when kept.kind = 'secret' then ${some} else ${all} end` : some
    const whose = sql.ref(table === 'companies' ? 'kept.id' : 'kept.company_id')
    await sql`declare archived no scroll cursor for select (${line})::text as line
      from ${sql.table(table)} kept where ${whose} = any(${companies}::uuid[])`.execute(db)
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from archived`.execute(db)
      if (rows.length > 0) yield rows.map((row) => row.line)
      if (rows.length < rowsAtOnce) break
    }
    await sql`close archived`.execute(db)
  },
}
