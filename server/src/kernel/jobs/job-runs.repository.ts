import type { RunFileKind } from '@atrium/contract/kernel/job-states.ts'
import { sql } from 'kysely'
import type { AuditActor } from '../audit-actor.ts'
import type { Db } from '../db/database.ts'
import type { RowCounts } from './define-job.ts'
import type { Asker } from './run-callers.ts'

export type RunRef = { companyId: string; id: string }
export type Attempt = RunRef & { attempt: number }
type NewRun = Attempt & { name: string; title: string; actor: AuditActor | null; queueId: string }
export type Saved = { checkpoint: unknown; progress: number | undefined; counts: RowCounts }

const maxProblemLength = 500
const updateRun = (db: Db, { companyId, id }: RunRef) =>
  db.updateTable('job_runs').where('company_id', '=', companyId).where('id', '=', id)
const openRun = (db: Db, run: Attempt) =>
  updateRun(db, run).where('attempt', '=', run.attempt).where('state', '=', 'running')
const added = (column: 'ok' | 'failed' | 'skipped', rows = 0) => sql<number>`${sql.ref(column)} + ${rows}::int`

const isInVain = sql<boolean>`(undo_of is not null and ok = 0 and done > 0)`

type Started = {
  checkpoint: unknown
  isFirst: boolean
  /** The attempt before died with its node, after a batch. */
  goesOnAfterDeath: boolean
  asker: Asker | null
}

/** The rows of runs. */
export const jobRunsRepository = {
  /**
   * Starts an attempt.
   * @returns where to resume, and whose rights it needs; undefined if the run was cancelled or paused, a newer attempt
   *   has started, or it was queued again.
   */
  start: async (db: Db, { companyId, id, name, title, actor, attempt, queueId }: NewRun) => {
    const { rows } = await sql<Started>`
      with before as (
        select state, moved_at from job_runs where company_id = ${companyId} and id = ${id})
      insert into job_runs (company_id, id, name, title, actor, attempt, state, started_at, first_started_at)
      values (${companyId}, ${id}, ${name}, ${title}, ${actor && JSON.stringify(actor)}::jsonb, ${attempt}, 'running',
        now(), now())
      on conflict (company_id, id) do update
        set state = 'running', attempt = excluded.attempt, started_at = now(), problem = null,
          first_started_at = coalesce(job_runs.first_started_at, now()), moved_at = null,
          -- Without a checkpoint it starts over.
          ok = case when job_runs.checkpoint is null then 0 else job_runs.ok end,
          failed = case when job_runs.checkpoint is null then 0 else job_runs.failed end,
          skipped = case when job_runs.checkpoint is null then 0 else job_runs.skipped end,
          done_before = case when job_runs.checkpoint is null then 0 else job_runs.done end
        where job_runs.state in ('queued', 'running') and job_runs.attempt <= excluded.attempt
          and coalesce(job_runs.queue_id, job_runs.id) = ${queueId}::uuid
      returning checkpoint, first_started_at = started_at as "isFirst",
        coalesce((select state = 'running' and moved_at is not null from before), false) as "goesOnAfterDeath",
        case when requested_by is not null then json_build_object(
          'userId', requested_by, 'companyId', requested_in, 'sessionId', session_id) end as asker`.execute(db)
    return rows[0]
  },

  /**
   * Saves what a batch did, at its end.
   * @returns the run's state; undefined if a newer attempt has started.
   */
  saveBatch: async (db: Db, run: Attempt, { checkpoint, progress, counts }: Saved) =>
    (
      await updateRun(db, run)
        .where('attempt', '=', run.attempt)
        .set({
          attempt: run.attempt,
          moved_at: sql<string>`now()`,
          ...(checkpoint !== undefined && { checkpoint: JSON.stringify(checkpoint) }),
          ...(progress !== undefined && { progress }),
          ...(counts.total !== undefined && { total: counts.total }),
          ...(counts.ok && { ok: added('ok', counts.ok) }),
          ...(counts.failed && { failed: added('failed', counts.failed) }),
          ...(counts.skipped && { skipped: added('skipped', counts.skipped) }),
        })
        .returning('state')
        .executeTakeFirst()
    )?.state,

  attach: (db: Db, { companyId, id }: RunRef, kind: RunFileKind, fileId: string) =>
    db
      .insertInto('job_files')
      .values({ company_id: companyId, run_id: id, kind, file_id: fileId })
      .onConflict((conflict) => conflict.columns(['company_id', 'run_id', 'kind']).doUpdateSet({ file_id: fileId }))
      .execute(),

  /**
   * Ends an attempt, unless the run was cancelled or paused or a newer attempt has started. One that was to take rows
   * back and took none has failed, so that it can be tried again.
   * @returns how it ended, and what it took back
   */
  finish: (db: Db, run: Attempt, nothingUndone: string) =>
    openRun(db, run)
      .set({
        state: sql<string>`case when ${isInVain} then 'failed' else 'done' end`,
        problem: sql<string | null>`case when ${isInVain} then ${nothingUndone} else problem end`,
        refused: sql<boolean>`refused or ${isInVain}`,
        progress: 1,
        finished_at: sql<string>`now()`,
      })
      .returning(['undo_of as undoOf', sql<'done' | 'failed'>`state`.as('state')])
      .executeTakeFirst(),

  /** Marks a run as taken back. */
  markUndone: (db: Db, run: RunRef) => updateRun(db, run).set({ state: 'undone' }).execute(),

  /** Puts a run back that will be tried again. */
  requeue: (db: Db, run: Attempt, problem: string | null) =>
    openRun(db, run)
      .set({ state: 'queued', problem: problem?.slice(0, maxProblemLength) ?? null })
      .execute(),

  /**
   * Ends an attempt that is not tried again, with a sentence for people if it was refused.
   * @returns whether it did
   */
  giveUp: async (db: Db, run: Attempt, problem: string, refused: boolean): Promise<boolean> => {
    const ended = { problem: problem.slice(0, maxProblemLength), refused, finished_at: sql<string>`now()` }
    return (
      (
        await openRun(db, run)
          .set({ ...ended, state: 'failed' })
          .executeTakeFirst()
      ).numUpdatedRows > 0n
    )
  },

  /**
   * Gives a run up whose row of the queue has died.
   * @returns whether it had work before it
   */
  fail: async (db: Db, run: RunRef, queueId: string, problem: string): Promise<boolean> => {
    const { numUpdatedRows } = await updateRun(db, run)
      .where('state', 'in', ['queued', 'running'])
      .where(sql<boolean>`coalesce(queue_id, id) = ${queueId}::uuid`)
      .set({ state: 'failed', problem: problem.slice(0, maxProblemLength), finished_at: sql<string>`now()` })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
}
