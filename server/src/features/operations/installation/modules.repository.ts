import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** What a module that is no longer installed has left. */
export type LeftModule = {
  name: string
  tables: { name: string; rows: number }[]
  /** Permissions that roles still hold, and how many roles do. */
  roles: number
  parameters: string[]
  messages: string[]
}

const countRows = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}
const codes = async (db: Db, table: 'base_parameters' | 'message_templates', name: string): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select distinct code from ${sql.table(table)} where starts_with(code, ${`${name}.`}) order by code`.execute(db)
  return rows.map(({ code }) => code)
}

export const modulesRepository = {
  /** Schemas with tables of companies, as only modules have them, by name. */
  async schemas(db: Db): Promise<Map<string, string[]>> {
    const { rows } = await sql<{ schema: string; tables: string[] }>`
      select nspname as schema, array_agg(nspname || '.' || relname order by relname) as tables
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and relrowsecurity and nspname <> 'public'
      group by nspname order by nspname`.execute(db)
    return new Map(rows.map(({ schema, tables }) => [schema, tables]))
  },
  /** Tenants for which a module is switched off. */
  async countOff(db: Db, name: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from tenants where ${name} = any(modules_off)`.execute(db)
    return rows[0]?.count ?? 0
  },
  async readLeft(db: Db, name: string, tables: readonly string[]): Promise<LeftModule> {
    const counted: LeftModule['tables'] = []
    for (const table of tables) counted.push({ name: table, rows: await countRows(db, table) })
    const { rows } = await sql<{ count: number }>`
      select count(distinct role_id)::int as count from role_elements where element ~ ${`^${name}([A-Z:]|$)`}`.execute(
      db,
    )
    return {
      name,
      tables: counted,
      roles: rows[0]?.count ?? 0,
      parameters: await codes(db, 'base_parameters', name),
      messages: await codes(db, 'message_templates', name),
    }
  },
}
