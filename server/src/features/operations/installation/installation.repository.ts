import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { productSchemas } from '../../../kernel/db/product-schemas.ts'

export type LargeTable = { name: string; bytes: number; rows: number }
export type CountedStatement = { text: string; calls: number; meanMs: number; totalMs: number }
export type DatabaseFacts = {
  version: string
  bytes: number
  connections: number
  maxConnections: number
  orderChanged: boolean
}

/**
 * What PostgreSQL says of itself. Partitions count as their table; rows are its estimate. What kind others' connections
 * are is hidden from this login, but not to which database they belong.
 */
export const installationRepository = {
  async facts(db: Db): Promise<DatabaseFacts> {
    const { rows } = await sql<DatabaseFacts>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select count(*) from pg_stat_activity where datid is not null) as connections,
        current_setting('max_connections')::int as "maxConnections",
        (select bool_or(stored <> actual) from (
          select datcollversion as stored, pg_database_collation_actual_version(oid) as actual
            from pg_database where datname = current_database()
          union all select collversion, pg_collation_actual_version(oid) from pg_collation where collname = 'by_name'
        ) as versions) is true as "orderChanged"`.execute(db)
    return rows[0] as DatabaseFacts
  },
  async largestTables(db: Db, limit: number): Promise<LargeTable[]> {
    const { rows } = await sql<LargeTable>`
      select coalesce(inhparent, oid)::regclass::text as name, sum(pg_total_relation_size(oid))::bigint as bytes,
        sum(greatest(reltuples, 0))::bigint as rows
      from pg_class left join pg_inherits on inhrelid = pg_class.oid
      where relkind = 'r' and (relnamespace in ${sql.raw(productSchemas)} or relnamespace = 'pgboss'::regnamespace)
      group by 1 order by 2 desc, 1 limit ${limit}`.execute(db)
    return rows
  },
  /**
   * The product's statements that took most time, from `pg_stat_statements`, with `$1` in place of values; null without
   * that extension. Those of other roles are hidden from one that lacks `pg_read_all_stats`.
   */
  async slowestStatements(db: Db, limit: number): Promise<CountedStatement[] | null> {
    const found = await sql<{ exists: boolean }>`
      select to_regclass('pg_stat_statements') is not null as exists`.execute(db)
    if (!found.rows[0]?.exists) return null
    const { rows } = await sql<CountedStatement>`
      select left(regexp_replace(query, '\\s+', ' ', 'g'), 500) as text, sum(calls)::bigint as calls,
        sum(total_exec_time) / greatest(1, sum(calls)) as "meanMs", sum(total_exec_time) as "totalMs"
      from pg_stat_statements join pg_database on pg_database.oid = dbid join pg_roles on pg_roles.oid = userid
      where datname = current_database() and rolname in ('atrium_company', 'atrium_platform', session_user)
        and query ~* '^\\s*(select|insert|update|delete|merge|with)\\M'
      group by 1 order by 4 desc, 1 limit ${limit}`.execute(db)
    return rows
  },
}
