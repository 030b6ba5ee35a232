import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Migrating } from './migration-events.ts'

/** Everyone else queues behind a lock that a migration waits for: it gives up before anyone notices, and asks again. */
const lockTimeoutMs = 500
const attempts = 60
const shortestPauseMs = 250
const longestPauseMs = 5000
/** The lock was not available in time; a deadlock with a writer. */
const collisionCodes = new Set(['55P03', '40P01'])

/** The transaction of others in this database that has been open longest, for the operator; empty: none. */
const describeOldestTransaction = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query(
    `select pid, usename, application_name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  const [found] = rows
  return found === undefined ? '' : `pid ${found.pid}, ${found.usename} (${found.application_name}), ${found.seconds} s`
}

/**
 * Runs work in one transaction that waits for no lock for long, and repeats it while others hold one. Takes the name of
 * the migration.
 * @throws the last failure when all attempts have failed, and other errors at once
 */
export const transactRepeatedly = async (
  { client, report }: Migrating,
  name: string,
  work: () => Promise<void>,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!collisionCodes.has(code) || attempt === attempts) throw error
      report({ step: 'busy', name, attempt, attempts, oldestTransaction: await describeOldestTransaction(client) })
    }
    await sleep(Math.min(longestPauseMs, shortestPauseMs * attempt))
  }
}
