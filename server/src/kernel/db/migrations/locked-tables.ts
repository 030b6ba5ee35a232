import type pg from 'pg'
import { describeEffects, type Effect, mergeEffects } from './statement-locks.ts'

/** The tables that the names of tables, indexes and constraints stand for. */
const readTables = async (client: pg.ClientBase, names: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select relname as name, relname as table from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any ($1)
     union all
     select index.relname, t.relname from pg_index join pg_class as index on index.oid = indexrelid
       join pg_class as t on t.oid = indrelid where index.relname = any ($1)
     union all
     select conname, relname from pg_constraint join pg_class on pg_class.oid = confrelid where conname = any ($1)`,
    [names],
  )
  return new Map(rows.map(({ name, table }) => [name, table]))
}

/** The tables that the foreign keys of a table refer to, and that a statement locks with it. */
const withReferred = async (client: pg.ClientBase, effect: Effect): Promise<Effect[]> => {
  const { table, referred } = effect
  if (referred === undefined) return [effect]
  const { rows } = await client.query<{ name: string }>(
    `select distinct relname as name from pg_constraint join pg_class on pg_class.oid = confrelid
     where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  return [effect, ...rows.map(({ name }): Effect => ({ table: name, lock: referred, work: 'none' }))]
}

/**
 * What a statement does to the tables of a database.
 * @returns undefined if the statement does not say so
 */
export const findEffects = async (client: pg.ClientBase, statement: string): Promise<Effect[] | undefined> => {
  const effects = describeEffects(statement)
  if (effects === undefined) return undefined
  const tables = await readTables(
    client,
    effects.map(({ table }) => table),
  )
  const known = effects.flatMap((effect) => {
    const table = tables.get(effect.table)
    return table === undefined ? [] : [{ ...effect, table }]
  })
  const all = []
  for (const effect of known) all.push(...(await withReferred(client, effect)))
  return mergeEffects(all)
}
