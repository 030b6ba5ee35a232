import type pg from 'pg'
import packageJson from 'pg-boss/package.json' with { type: 'json' }
import { asOwner } from '../db/as-owner.ts'
import { schema } from './job-queues.ts'

const readVersion = async (client: pg.Client): Promise<number | undefined> => {
  const { rows } = await client.query(`select to_regclass('${schema}.version') as known`)
  if (rows[0].known === null) return undefined
  return (await client.query(`select version from ${schema}.version`)).rows[0].version
}

/**
 * A plan without its own transaction, for the one that holds the lock. Built concurrently, an index would wait for the
 * nodes that wait for the lock; the queue is short.
 */
const withoutTransaction = (plan: string) =>
  plan
    .replaceAll(/^\s*(BEGIN|COMMIT);$/gm, '')
    .replaceAll(/^((?:CREATE|DROP|CREATE UNIQUE) INDEX) CONCURRENTLY/gm, '$1')

/**
 * Creates or upgrades the schema of the job queue, once across concurrent processes. Throws the statement's error. The
 * queue's library is loaded only if there is something to do.
 * @param ownerUrl the owner's address
 */
export const migrateJobSchema = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select id from schema_migrations_lock for update')
    const version = await readVersion(client)
    if (version === undefined || version < packageJson.pgboss.schema) {
      const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
      const plan = version === undefined ? getConstructionPlans(schema) : getMigrationPlans(schema, version)
      await client.query(withoutTransaction(plan))
    }
    await client.query('commit')
  })

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
  await client.query(`grant usage on schema ${schema} to ${login}`)
  await client.query(`grant ${tableRights} on all tables in schema ${schema} to ${login}`)
}
