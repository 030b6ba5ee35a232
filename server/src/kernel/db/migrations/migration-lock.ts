import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ReportMigration } from './migration-events.ts'

/** Any number that nothing else in this database uses. */
const key = 7_165_126
const pauseMs = 200

/** Whether a process migrates the database now. */
export const isMigrating = async (client: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1
     and database = (select oid from pg_database where datname = current_database())`,
    [key],
  )
  return rowCount !== 0
}

/**
 * Runs work while no other process migrates the database. The lock belongs to the session, so that an index can be built
 * outside of transactions. It is asked for again and again: a statement that waits has a snapshot, for whose end the
 * concurrent building of an index would wait in turn.
 */
export const withMigrationLock = async <T>(
  client: pg.ClientBase,
  report: ReportMigration,
  work: () => Promise<T>,
): Promise<T> => {
  const tryLock = async () => (await client.query('select pg_try_advisory_lock($1) as locked', [key])).rows[0].locked
  for (let tries = 0; !(await tryLock()); tries += 1) {
    if (tries === 0) report({ step: 'waiting for another process' })
    await sleep(pauseMs)
  }
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined)
  }
}
