import type pg from 'pg'
import { asOwner } from '../as-owner.ts'
import type { Migrating, ReportMigration } from './migration-events.ts'
import type { MigrationFile } from './migration-files.ts'
import { splitStatements } from './split-statements.ts'

const create = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\b/i
const drop = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(\w+)$/i
const reportEveryMs = 5000

/** Whether a migration consists of indexes that are built or dropped beside writers, outside of any transaction. */
export const isConcurrent = (text: string): boolean =>
  splitStatements(text).some((statement) => create.test(statement) || drop.test(statement))

const isValid = async (client: pg.ClientBase, index: string): Promise<boolean | undefined> =>
  (await client.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [index])).rows[0]
    ?.valid

/** Reports every few seconds how far the building of an index is, from a connection of its own. */
const watch = (ownerUrl: string, pid: number, name: string, report: ReportMigration) => {
  const look = () =>
    asOwner(ownerUrl, async (client) => {
      const { rows } = await client.query(
        `select phase, case when blocks_total > 0 then (100 * blocks_done / blocks_total)::int else 0 end as percent
         from pg_stat_progress_create_index where pid = $1`,
        [pid],
      )
      if (rows[0]) report({ step: 'building index', name, phase: rows[0].phase, percent: rows[0].percent })
    })
  const timer = setInterval(() => {
    look().catch(() => undefined)
  }, reportEveryMs)
  return () => clearInterval(timer)
}

/**
 * Builds and drops the indexes of a migration beside writers. One that an interrupted attempt left unfinished is dropped
 * and built again.
 * @throws the statement's error, without leaving an unfinished index
 */
export const buildIndexes = async ({ client, ownerUrl, report }: Migrating, { name, text }: MigrationFile) => {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const stopWatching = watch(ownerUrl, rows[0].pid, name, report)
  try {
    for (const statement of splitStatements(text)) {
      const index = statement.match(create)?.[1]
      const dropped = statement.match(drop)?.[1]
      if (index === undefined && dropped === undefined)
        throw new Error(`${name}.sql: indexes are built concurrently in a migration of their own`)
      if (dropped !== undefined) await client.query(`drop index concurrently if exists ${dropped}`)
      if (index === undefined || (await isValid(client, index))) continue
      await client.query(`drop index concurrently if exists ${index}`)
      await client.query(statement).catch(async (error: unknown) => {
        await client.query(`drop index concurrently if exists ${index}`).catch(() => undefined)
        throw error
      })
    }
  } finally {
    stopWatching()
  }
}
