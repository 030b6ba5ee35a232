import { sql } from 'kysely'
import type { AuditActor } from '../audit-actor.ts'
import type { Database, Db } from '../db/database.ts'
import { goneSeconds } from '../heartbeat.ts'
import type { AnyJob } from './define-job.ts'

/** A schedule as the database keeps it; times are of the last run that has ended. */
export type StoredSchedule = {
  name: string
  title: string
  everyMinutes: number
  minute: number
  knownAt: string
  startedAt: string | null
  endedAt: string | null
  /** Why that run failed; null: it did not. */
  problem: string | null
  pausedAt: string | null
}
type Ended = { name: string; seconds: number; problem: string | null }

const longestProblem = 500

/** What nodes know of work that is due by the clock. */
export const schedulesRepository = {
  /** Writes down what this release declares. */
  declare: (database: Database, jobs: readonly AnyJob[]) => {
    const declared = jobs.flatMap((job) => (job.schedule ? [{ ...job, ...job.schedule }] : []))
    return database.statement({
      text: `insert into schedules (name, title, every_minutes, minute)
        select * from unnest($1::text[], $2::text[], $3::int[], $4::int[])
        on conflict (name) do update
          set title = excluded.title, every_minutes = excluded.every_minutes, minute = excluded.minute,
            declared_at = now()`,
      values: [
        declared.map(({ name }) => name),
        declared.map(({ title = '' }) => title),
        declared.map(({ everyMinutes }) => everyMinutes),
        declared.map(({ everyMinutes, minute = 0 }) => minute % everyMinutes),
      ],
    })
  },
  /** Names of those that are paused. */
  async paused(database: Database): Promise<ReadonlySet<string>> {
    const { rows } = await database.statement({
      text: 'select name from schedules where paused_at is not null',
      values: [],
    })
    return new Set(rows.map(({ name }) => name))
  },
  noteRun: (database: Database, { name, seconds, problem }: Ended) =>
    database.statement({
      text: `update schedules set started_at = now() - make_interval(secs => $2), ended_at = now(), problem = $3
        where name = $1 and coalesce(ended_at < now(), true)`,
      values: [name, seconds, problem?.slice(0, longestProblem) ?? null],
    }),
  /** Those that a running node has declared; what belongs to a part that is no longer used stays behind. */
  async list(database: Database): Promise<StoredSchedule[]> {
    const { rows } = await database.statement({
      text: `select name, title, every_minutes as "everyMinutes", minute, known_at as "knownAt",
          started_at as "startedAt", ended_at as "endedAt", problem, paused_at as "pausedAt"
        from schedules
        where declared_at >= coalesce(
          (select min(started_at) from nodes where seen_at > now() - make_interval(secs => ${goneSeconds})), '-infinity')
        order by name`,
      values: [],
    })
    return rows
  },
  /** What a schedule is called; undefined if no node has declared it. */
  async findTitle(db: Db, name: string): Promise<string | undefined> {
    const { rows } = await sql<{ title: string }>`select title from schedules where name = ${name}`.execute(db)
    return rows[0]?.title
  },
  pause: (db: Db, name: string, by: AuditActor) =>
    sql`update schedules set paused_at = now(), paused_by = ${JSON.stringify(by)}::jsonb
      where name = ${name} and paused_at is null`.execute(db),
  resume: (db: Db, name: string) =>
    sql`update schedules set paused_at = null, paused_by = null where name = ${name}`.execute(db),
}
