import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import { recordTableNames } from '../kernel/db/migrations/applied-migrations.ts'
import { productSchemas } from '../kernel/db/product-schemas.ts'
import { schema as queueSchema } from '../kernel/jobs/job-queues.ts'
import type { BackedUpTable } from './manifest.ts'

/** Tables that stay behind, and why. So do unlogged ones: to lose them in a crash costs nothing either. */
export const leftBehind: Readonly<Record<string, string>> = {
  ...Object.fromEntries(recordTableNames.map((name) => [name, 'the restoring release writes what it has applied'])),
  events: 'hints for consoles that are open now, by transactions of this server',
  installation: 'a restored copy is another one',
  nodes: 'nodes that run now',
  serving_login: 'holds a password; a restored copy makes a login of its own',
}

/** Of the job queue: its queues, and what waits or runs. The rest is its library’s own, and statistics. */
const queueTables: Readonly<Record<string, string>> = { queue: '', job: `where state < 'completed'` }

/** A table to back up. */
export type FoundTable = Omit<BackedUpTable, 'rows' | 'part'>

/** How a table is named in SQL. */
export const toName = ({ schema, name }: Pick<FoundTable, 'schema' | 'name'>): string => `"${schema}"."${name}"`
export const toColumns = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** The tables that a backup holds, with the columns that are not computed. Partitions belong to their table. */
export const listTables = async (client: OwnerConnection): Promise<FoundTable[]> => {
  const { rows } = await client.query<FoundTable>(
    `select nspname as schema, relname as name, array(
       select attname::text from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
       and (relnamespace in ${productSchemas} and pg_class.oid::regclass::text <> all ($1) or nspname = $2 and relname = any ($3))
     order by nspname, relname`,
    [Object.keys(leftBehind), queueSchema, Object.keys(queueTables)],
  )
  // A job refers to its queue.
  return rows.sort((one, other) => Number(one.name === 'job') - Number(other.name === 'job'))
}

/** The rows of a table that a backup holds, for COPY. */
export const selectRows = (table: FoundTable): string => {
  const condition = table.schema === queueSchema ? (queueTables[table.name] ?? '') : ''
  return `select ${toColumns(table.columns)} from ${toName(table)} ${condition}`
}

/**
 * The first table whose rows the owner does not all see: a policy of row security is missing, as after a restore
 * without the roles it names. Undefined: none.
 */
export const findHiddenRows = async (client: OwnerConnection): Promise<string | undefined> => {
  const { rows } = await client.query<{ name: string }>(
    `select pg_class.oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and relnamespace in ${productSchemas} and relforcerowsecurity
       and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
       and not exists (select from pg_policy where polrelid = pg_class.oid and polpermissive
         and polcmd = '*' and pg_get_expr(polqual, polrelid) = 'true'
         and exists (select from unnest(polroles) as role where role = 0 or pg_has_role(current_user, role, 'member')))
     order by 1 limit 1`,
  )
  return rows[0]?.name
}
