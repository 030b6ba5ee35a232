import type pg from 'pg'
import packageJson from 'pg-boss/package.json' with { type: 'json' }
import type { Migrating } from '../db/migrations/migration-events.ts'
import { transactRepeatedly } from '../db/migrations/transact-repeatedly.ts'
import { schema } from './job-queues.ts'

/** Version of the queue's schema in a database; undefined if there is none. */
export const readJobSchemaVersion = async (client: pg.ClientBase): Promise<number | undefined> => {
  const { rows } = await client.query(`select to_regclass('${schema}.version') as known`)
  if (rows[0].known === null) return undefined
  return (await client.query(`select version from ${schema}.version`)).rows[0].version
}

/** Version of the queue's schema that this release brings. */
export const jobSchemaVersion: number = packageJson.pgboss.schema

/** Whether the queue's schema is the one of this release's library, or a newer one. */
export const isJobSchemaCurrent = async (client: pg.ClientBase): Promise<boolean> =>
  ((await readJobSchemaVersion(client)) ?? 0) >= jobSchemaVersion

/** A plan without its own transaction, for one with the rest. Indexes are built at once: the queue is short. */
const withoutTransaction = (plan: string) =>
  plan
    .replaceAll(/^\s*(BEGIN|COMMIT);$/gm, '')
    .replaceAll(/^((?:CREATE|DROP|CREATE UNIQUE) INDEX) CONCURRENTLY/gm, '$1')

/**
 * Creates or upgrades the schema of the job queue. Takes the connection that holds the lock of migrations. The queue's
 * library is loaded only if there is something to do.
 */
export const migrateJobSchema = async (migrating: Migrating): Promise<void> => {
  const { client, report } = migrating
  if (await isJobSchemaCurrent(client)) return
  const startedAt = performance.now()
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
  await transactRepeatedly(migrating, schema, async () => {
    await client.query('select id from schema_migrations_lock for update')
    const version = await readJobSchemaVersion(client)
    const plan = version === undefined ? getConstructionPlans(schema) : getMigrationPlans(schema, version)
    await client.query(withoutTransaction(plan))
  })
  report({ step: 'applied', name: schema, ms: Math.round(performance.now() - startedAt) })
}

const tableRights = 'select, insert, update, delete'
/**
 * Lets the serving login itself work with the queue; the roles of requests have no right to it. Takes the owner's
 * connection, inside a transaction, and the login.
 */
export const grantJobSchema = async (client: pg.Client, login: string): Promise<void> => {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p')
     and not has_table_privilege($1, oid, '${tableRights}') limit 1`,
    [login],
  )
  if (rowCount === 0) return
  const name = client.escapeIdentifier(login)
  await client.query(`grant usage on schema ${schema} to ${name}`)
  await client.query(`grant ${tableRights} on all tables in schema ${schema} to ${name}`)
}
