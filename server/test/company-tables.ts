import { isDeepStrictEqual } from 'node:util'
import { productSchemas } from '../src/kernel/db/product-schemas.ts'
import type { TestApp } from './harness.ts'

/** What is said of changes, and what is counted beside them. */
const records = [
  'archive_comparisons',
  'archive_differences',
  'archived_rows',
  'audit_checkpoints',
  'audit_heads',
  'audit_log',
  'audit_segments',
  'base_parameter_versions',
  'bulk_rows',
  'bulks',
  'events',
  'file_contents',
  'file_references',
  'files',
  'import_rows',
  'imports',
  'job_files',
  'job_log',
  'job_runs',
  'storage_totals',
]
// The caller's session is seen again while runs are awaited; proofs that a change has ended do not come back.
const stamps = ['version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'last_seen_at', 'proof_epoch']

/** Rows by table. */
type Dump = ReadonlyMap<string, unknown>
/** Rows of a company in all tables, without version and stamps. A deleted item of a dictionary stays as such. */
export const companyTables = async (app: TestApp, companyId: string): Promise<Dump> => {
  const tables = await app.sql(
    `select attrelid::regclass::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace in ${productSchemas} and relkind in ('r', 'p') and attname = 'company_id' order by 1`,
  )
  const rows = new Map<string, unknown>()
  for (const { name } of tables) {
    if (records.includes(String(name))) continue
    const found = await app.sql(
      `select coalesce(jsonb_agg(row order by row::text), '[]') as rows
       from (select to_jsonb(t) - $2::text[] as row from ${String(name)} t where company_id = $1 and to_jsonb(t) ->> 'removed_at' is null) as stored`,
      [companyId, stamps],
    )
    rows.set(String(name), found[0]?.rows)
  }
  return rows
}

/** Tables whose rows differ. */
export const differences = (one: Dump, other: Dump): string[] =>
  [...one].flatMap(([name, rows]) => (isDeepStrictEqual(rows, other.get(name)) ? [] : name))
