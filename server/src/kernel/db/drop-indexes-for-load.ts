import type { Load } from './bulk-load.ts'

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
  from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[]) order by conrelid, conname`
/** Unique indexes stay: duplicates are rejected when they are written. */
const indexes = `
  select format('drop index %s', indexrelid::regclass) as off, pg_get_indexdef(indexrelid) as back
  from pg_index where not indisunique and indrelid = any($1::text[]::regclass[]) order by indrelid, indexrelid`

/**
 * Drops foreign keys and indexes until many rows are loaded: building them once is many times faster than row by row.
 * Takes the load, whose transaction hides this from other sessions, and the tables.
 * @returns their number, and a function that restores them in turn; it throws PostgreSQL's error for a violated foreign
 *   key.
 */
export const dropIndexesForLoad = async ({ sql }: Load, tables: readonly string[]) => {
  const found = [...(await sql(indexes, [tables])), ...(await sql(foreignKeys, [tables]))]
  for (const { off } of found) await sql(String(off))
  return {
    count: found.length,
    restore: async (onEach: () => void) => {
      for (const { back } of found) {
        await sql(String(back))
        onEach()
      }
    },
  }
}
