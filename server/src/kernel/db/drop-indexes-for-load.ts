import type { Load } from './bulk-load.ts'

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
  from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[]) order by conrelid, conname`
/** Those that keep rows apart stay: two of a kind are refused where they are written. */
const indexes = `
  select format('drop index %s', indexrelid::regclass) as off, pg_get_indexdef(indexrelid) as back
  from pg_index where not indisunique and indrelid = any($1::text[]::regclass[]) order by indrelid, indexrelid`

/**
 * Takes foreign keys and indexes off tables until many rows are in: once for all of them is many times quicker than row by
 * row. In: the load, whose transaction keeps anybody from missing them, and the tables. Out: how many there are, and what
 * brings them back one after the other; it throws PostgreSQL's error when a row refers to nothing.
 */
export const putOff = async ({ sql }: Load, tables: readonly string[]) => {
  const found = [...(await sql(indexes, [tables])), ...(await sql(foreignKeys, [tables]))]
  for (const { off } of found) await sql(String(off))
  return {
    count: found.length,
    bringBack: async (onEach: () => void) => {
      for (const { back } of found) {
        await sql(String(back))
        onEach()
      }
    },
  }
}
