import type { JobDetails, JobLogLine, JobRow, JobsQuery } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { openStates, type RunFileKind, type RunState } from '@atrium/contract/kernel/job-states.ts'
import { sql } from 'kysely'
import { nameHolds } from '../../../kernel/db/by-name.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'

/** Whose runs: those of a company, or those that a user has asked for in it. */
export type RunsOf = { companyId: string; userId?: string }
/** A run as its row has it; what its job offers is added by the service. */
export type StoredRun = Omit<JobRow, 'mine' | 'trial' | 'undoable' | 'problem'> & {
  name: string
  userId: string | null
  problem: string | null
  refused: boolean
  /** Whether another run takes it back, or has done so. */
  isTakenBack: boolean
}

/** Files of ended runs are kept for a week: they hold what their callers could see then. */
export const resultRetention = `delete from job_files using job_runs where job_runs.company_id = job_files.company_id
  and job_runs.id = run_id and finished_at < now() - interval '7 days'`

const shownLines = 200
const sortColumns = { createTime: 'created_at', title: 'title' } as const
const secondsRun = sql`extract(epoch from moved_at - started_at)`
const doneNow = sql`(done - done_before)`
const isMoving = sql`state = 'running' and done > done_before and moved_at > started_at`
const progress = sql<number>`case when state in ('done', 'undone') then 1
  when total > 0 then least(1, done::float8 / total) else job_runs.progress::float8 end`
const secondsLeft = sql<number | null>`case when ${isMoving} and total >= done
  then ceil((total - done) * ${secondsRun} / ${doneNow})::int end`

const selectRuns = (db: Db, { companyId, userId }: RunsOf) => {
  const runs = db.selectFrom('job_runs').where('job_runs.company_id', '=', companyId)
  return userId === undefined ? runs : runs.where('requested_by', '=', userId)
}
type Runs = ReturnType<typeof selectRuns>
const shown = (runs: Runs) =>
  runs
    .select(['id', 'name', 'title', 'total', 'ok', 'failed', 'skipped', 'problem', 'refused', 'requested_by as userId'])
    .select([sql<JobRow['kind']>`kind`.as('kind'), sql<RunState>`state`.as('state'), sql<number>`done`.as('done')])
    .select([progress.as('progress'), secondsLeft.as('secondsLeft')])
    .select(sql<number | null>`case when ${isMoving} then ${doneNow} / ${secondsRun} end::float8`.as('speed'))
    .select(
      sql<JobRow['by']>`case when actor is not null then json_build_object('id', actor->>'id', 'name',
        concat(actor->>'name', '（' || (actor->'home'->>'name') || '）')) end`.as('by'),
    )
    .select(['created_at as createTime', 'first_started_at as startTime', 'finished_at as endTime'])
    .select(
      sql<RunFileKind[]>`array(select kind from job_files
        where job_files.company_id = job_runs.company_id and run_id = job_runs.id order by kind)`.as('files'),
    )
    .select(
      sql<boolean>`exists (select from job_runs as undo where undo.company_id = job_runs.company_id
        and undo.undo_of = job_runs.id and undo.state not in ('failed', 'cancelled'))`.as('isTakenBack'),
    )

const matchingRuns = (db: Db, of: RunsOf, query: JobsQuery, timeZone: string, mine: string) => {
  let runs = selectRuns(db, of)
  // What the product does by itself fills the list of its operator, so it is asked for.
  runs = query['f.kind'] ? runs.where('kind', '=', query['f.kind']) : runs.where('kind', '<>', 'system')
  if (query['f.state']) runs = runs.where('state', '=', query['f.state'])
  if (query['f.mine']) runs = runs.where('requested_by', '=', mine)
  if (query.search) {
    const like = likePattern(query.search)
    runs = runs.where((eb) => eb.or([nameHolds('title', query.search), eb(sql<string>`actor->>'name'`, 'ilike', like)]))
  }
  if (query['f.createTime']) {
    const { from, before } = parseTimeRange(query['f.createTime'], timeZone)
    runs = runs.where('created_at', '>=', from).where('created_at', '<', before)
  }
  return runs
}

export const jobsRepository = {
  list(db: Db, of: RunsOf, query: JobsQuery, { timeZone, mine }: { timeZone: string; mine: string }) {
    const matching = matchingRuns(db, of, query, timeZone, mine)
    const order = parseSort(query.sort || '-createTime', sortColumns)
    return fetchPage(db, query, applyOrder(shown(matching), 'job_runs', order), matching)
  },

  /** Runs with work before them, and those that have ended within a day, newest first. */
  recent: (db: Db, of: RunsOf, most: number): Promise<StoredRun[]> =>
    shown(selectRuns(db, of))
      .where((eb) =>
        eb.or([eb('state', 'in', openStates), eb('finished_at', '>', sql<string>`now() - interval '1 day'`)]),
      )
      .orderBy(sql`state in ('queued', 'running', 'paused')`, 'desc')
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute(),

  find: (db: Db, of: RunsOf, id: string): Promise<StoredRun | undefined> =>
    shown(selectRuns(db, of)).where('id', '=', id).executeTakeFirst(),

  links: async (db: Db, { companyId }: RunsOf, id: string): Promise<Pick<JobDetails, 'undoOf' | 'undoneBy'>> => {
    const { rows } = await sql<Pick<JobDetails, 'undoOf' | 'undoneBy'>>`
      select undo_of as "undoOf", (select id from job_runs as undo where undo.company_id = ${companyId}
          and undo.undo_of = job_runs.id and undo.state not in ('failed', 'cancelled')) as "undoneBy"
      from job_runs where company_id = ${companyId} and id = ${id}`.execute(db)
    return rows[0] ?? { undoOf: null, undoneBy: null }
  },

  log: (db: Db, { companyId }: RunsOf, id: string): Promise<JobLogLine[]> =>
    db
      .selectFrom('job_log')
      .where('company_id', '=', companyId)
      .where('run_id', '=', id)
      .select(['at as time', 'line', sql<JobLogLine['event']>`event`.as('event')])
      .select(
        sql<JobLogLine['by']>`case when actor is not null then
          json_build_object('id', actor->>'id', 'name', actor->>'name') end`.as('by'),
      )
      .orderBy('seq', 'desc')
      .limit(shownLines)
      .execute(),

  /** A file of a run, with what the run was started with. */
  file: (db: Db, { companyId, userId }: Required<RunsOf>, id: string, kind: RunFileKind) =>
    db
      .selectFrom('job_files')
      .innerJoin('job_runs', (join) =>
        join.onRef('job_runs.company_id', '=', 'job_files.company_id').onRef('job_runs.id', '=', 'job_files.run_id'),
      )
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'job_files.company_id').onRef('files.id', '=', 'job_files.file_id'),
      )
      .where('job_files.company_id', '=', companyId)
      .where('job_files.run_id', '=', id)
      .where('job_files.kind', '=', kind)
      .where('job_runs.requested_by', '=', userId)
      .select(['files.id', 'files.name', 'files.size', 'job_runs.name as job', 'job_runs.data'])
      .executeTakeFirst(),
}
