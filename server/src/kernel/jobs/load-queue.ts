import type { PgBoss } from 'pg-boss'
import packageJson from 'pg-boss/package.json' with { type: 'json' }
import type { Database } from '../db/database.ts'
import { schema } from './job-queues.ts'

/** What runs rarely is polled rarely. */
const intervals = {
  maintenanceIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 300,
  flowIntervalSeconds: 3600,
}

type Ports = { database: Database; onError(error: unknown): void }

/**
 * Whether a newer release has upgraded the queue's schema. The library runs on that only if it may migrate, which it does
 * to older schemas alone.
 */
const isSchemaNewer = async (database: Database): Promise<boolean> => {
  const { rows } = await database.asLogin({ text: `select version from ${schema}.version` })
  return rows[0].version > packageJson.pgboss.schema
}

/**
 * Loads the queue's library and connects it to the pool, without starting it. Takes how often runs of dead nodes are
 * looked for.
 */
export const loadQueue = async ({ database, onError }: Ports, superviseSeconds: number): Promise<PgBoss> => {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    schema,
    ...intervals,
    migrate: await isSchemaNewer(database),
    createSchema: false,
    supervise: true,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    persistWarnings: false,
    openTelemetry: { enabled: false },
    db: { executeSql: (text, values) => database.asLogin({ text, values }) },
  })
  boss.on('error', onError)
  boss.on('warning', ({ message }) => onError(new Error(message)))
  return boss
}
