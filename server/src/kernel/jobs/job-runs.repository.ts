import { sql } from 'kysely'
import type { AuditActor } from '../audit-actor.ts'
import type { Db } from '../db/database.ts'

export type RunRef = { companyId: string; id: string }
type Attempt = RunRef & { attempt: number }
type NewRun = Attempt & { name: string; actor: AuditActor | null }
export type Saved = { checkpoint: unknown; progress: number | undefined }

const maxProblemLength = 500
const rowOf = (db: Db, { companyId, id }: RunRef) =>
  db.updateTable('job_runs').where('company_id', '=', companyId).where('id', '=', id)

/** The rows of runs. */
export const jobRunsRepository = {
  /** Starts an attempt. Out: where to resume; undefined if the run was cancelled or a newer attempt has started. */
  start: async (db: Db, { companyId, id, name, actor, attempt }: NewRun) => {
    const { rows } = await sql<{ checkpoint: unknown }>`
      insert into job_runs (company_id, id, name, actor, attempt, state, started_at)
      values (${companyId}, ${id}, ${name}, ${actor && JSON.stringify(actor)}::jsonb, ${attempt}, 'running', now())
      on conflict (company_id, id) do update
        set state = 'running', attempt = excluded.attempt, started_at = now(), problem = null
        where job_runs.state in ('queued', 'running') and job_runs.attempt <= excluded.attempt
      returning checkpoint`.execute(db)
    return rows[0]
  },

  /** Saves what a batch did, at its end. Out: the run's state; undefined if a newer attempt has started. */
  saveBatch: async (db: Db, run: Attempt, { checkpoint, progress }: Saved) =>
    (
      await rowOf(db, run)
        .where('attempt', '=', run.attempt)
        .set({
          attempt: run.attempt,
          ...(checkpoint !== undefined && { checkpoint: JSON.stringify(checkpoint) }),
          ...(progress !== undefined && { progress }),
        })
        .returning('state')
        .executeTakeFirst()
    )?.state,

  /** Ends an attempt, unless the run was cancelled or a newer attempt has started. */
  finish: (db: Db, run: Attempt) =>
    rowOf(db, run)
      .where('attempt', '=', run.attempt)
      .where('state', '=', 'running')
      .set({ state: 'done', progress: 1, finished_at: sql<string>`now()` })
      .execute(),

  /** Puts a run back that will be tried again. */
  requeue: (db: Db, run: Attempt, problem: string | null) =>
    rowOf(db, run)
      .where('attempt', '=', run.attempt)
      .where('state', '=', 'running')
      .set({ state: 'queued', problem: problem?.slice(0, maxProblemLength) ?? null })
      .execute(),

  /** Gives a run up. */
  fail: (db: Db, run: RunRef, problem: string) =>
    rowOf(db, run)
      .where('state', 'in', ['queued', 'running'])
      .set({ state: 'failed', problem: problem.slice(0, maxProblemLength), finished_at: sql<string>`now()` })
      .execute(),
}
