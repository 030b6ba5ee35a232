import { type BackupRecord, readLastBackups } from '../../../kernel/backup-records.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { dueTimes, secondsOverdue } from '../../../kernel/jobs/due-times.ts'
import { countRuns, type QueueState, type RunCounts, readQueues } from '../../../kernel/jobs/queue-state.ts'
import { type StoredSchedule, schedulesRepository } from '../../../kernel/jobs/schedules.repository.ts'
import { findPending, type KnownMigration, type KnownNode, listMigrations, listNodes } from '../../../kernel/nodes.ts'
import { type Quiet, readQuiet } from '../../../kernel/quiet.ts'
import { type AuditState, readAuditState } from '../../audit/operation-logs/index.ts'
import {
  type CountedStatement,
  type DatabaseFacts,
  type LargeTable,
  installationRepository as repository,
} from './installation.repository.ts'

const tablesShown = 10
const statementsShown = 10
/** PostgreSQL's `object_not_in_prerequisite_state`: the extension is there, and its library was not loaded at the start. */
const notLoaded = '55000'

export type ShownSchedule = Omit<StoredSchedule, 'everyMinutes' | 'minute' | 'knownAt'> & {
  /** Null while it is paused. */
  nextAt: string | null
  overdueSeconds: number
}
export type Installation = {
  version: string
  readAt: string
  database: DatabaseFacts
  nodes: KnownNode[]
  queues: QueueState[]
  runs: RunCounts
  schedules: ShownSchedule[]
  largestTables: LargeTable[]
  /** Null where PostgreSQL does not count them. */
  statements: CountedStatement[] | null
  /** The newest backup and the newest proof. */
  backups: BackupRecord[]
  quiet: Quiet | null
  audit: AuditState
  migrations: { done: number; newest: KnownMigration | null; pending: string[] }
}
type Parts = {
  database: Database
  platformCompany: string
  version: string
  /** Names of this release's migrations. */
  migrations: readonly string[]
}

const toShown = (now: number) => (schedule: StoredSchedule) => {
  const { everyMinutes, minute, knownAt: _, ...shown } = schedule
  const { next } = dueTimes({ everyMinutes, minute }, now)
  const nextAt = schedule.pausedAt === null ? new Date(next).toISOString() : null
  return { ...shown, nextAt, overdueSeconds: secondsOverdue(schedule, now) }
}
const summarize = (known: readonly KnownMigration[], names: readonly string[]) => ({
  done: known.filter(({ done }) => done).length,
  newest: known.filter(({ done }) => done).at(-1) ?? null,
  pending: findPending(names, known),
})

const readStatements = (database: Database): Promise<CountedStatement[] | null> =>
  database
    .read({ reach: 'platform' }, (db) => repository.slowestStatements(db, statementsShown))
    .catch((error: { code?: string }) => {
      if (error.code === notLoaded) return null
      throw error
    })

/** Reads the state of the whole installation, as operators see it: the program's, and a page's. */
export const readInstallation = async ({
  database,
  platformCompany,
  version,
  migrations,
}: Parts): Promise<Installation> => {
  const now = Date.now()
  const [facts, largestTables] = await database.read({ reach: 'platform' }, (db) =>
    Promise.all([repository.facts(db), repository.largestTables(db, tablesShown)]),
  )
  const [statements, nodes, queues, runs, schedules, backups, quiet, audit, known] = await Promise.all([
    readStatements(database),
    listNodes(database),
    readQueues(database),
    countRuns(database),
    schedulesRepository.list(database),
    readLastBackups(database),
    readQuiet(database),
    readAuditState(database, platformCompany),
    listMigrations(database),
  ])
  return {
    version,
    readAt: new Date(now).toISOString(),
    database: facts,
    nodes,
    queues,
    runs,
    schedules: schedules.map(toShown(now)),
    largestTables,
    statements,
    backups,
    quiet: quiet ?? null,
    audit,
    migrations: summarize(known, migrations),
  }
}
