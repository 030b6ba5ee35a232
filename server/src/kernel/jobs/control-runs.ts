import { openStates, type RunState, undoableStates } from '@atrium/contract/kernel/job-states.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AuditActor } from '../audit-actor.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../scope.ts'
import type { Job } from './define-job.ts'
import { startRun } from './enqueue-job.ts'
import { jobEventsRepository as events } from './job-events.repository.ts'
import type { RunRef } from './job-runs.repository.ts'
import { requeueRun } from './requeue-run.ts'

const inState = (db: Db, { companyId, id }: RunRef, states: readonly RunState[]) =>
  db.updateTable('job_runs').where('company_id', '=', companyId).where('id', '=', id).where('state', 'in', states)

const stop = async (
  db: Db,
  ref: RunRef,
  actor: AuditActor | null,
  { from, to, ...times }: { from: readonly RunState[]; to: 'cancelled' | 'paused'; finished_at?: RawBuilder<string> },
): Promise<boolean> => {
  const { numUpdatedRows } = await inState(db, ref, from)
    .set({ state: to, ...times })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await events.record(db, ref, { event: to, state: to, actor })
  return true
}

/**
 * Cancels a run in the caller's transaction: a waiting one does not start, a running one ends after its batch.
 * @returns whether it had work before it
 */
export const cancelJob = async (
  db: Db,
  companyId: string,
  id: string,
  actor: AuditActor | null = null,
): Promise<boolean> =>
  stop(db, { companyId, id }, actor, { from: openStates, to: 'cancelled', finished_at: sql<string>`now()` })

/**
 * Pauses a run in the caller's transaction: a waiting one does not start, a running one stops after its batch.
 * @returns whether it was waiting or running
 */
export const pauseJob = async (
  db: Db,
  companyId: string,
  id: string,
  actor: AuditActor | null = null,
): Promise<boolean> => stop(db, { companyId, id }, actor, { from: ['queued', 'running'], to: 'paused' })

/**
 * Queues a paused run again, behind those that wait: it goes on after its last batch.
 * @returns whether it was paused
 */
export const resumeJob = async (
  db: Db,
  companyId: string,
  id: string,
  actor: AuditActor | null = null,
): Promise<boolean> => {
  const ref = { companyId, id }
  if (!(await requeueRun(db, ref, { state: 'paused' }))) return false
  await events.record(db, ref, { event: 'resumed', state: 'queued', actor })
  return true
}

/**
 * Starts a run that takes back another one, in the caller's transaction. A batch of the other one that is still open is
 * rolled back. Takes the job with its `undo`, and the run.
 * @returns the new run's id; undefined if there is nothing to take back, or another run does so already.
 */
export const undoJob = async (
  scope: { db: Db; actor: Actor },
  job: Pick<Job, 'undo'>,
  { id, title }: { id: string; title: string },
): Promise<string | undefined> => {
  const { db, actor } = scope
  const ref = { companyId: actor.companyId, id }
  if (!job.undo) return undefined
  const closed = await inState(db, ref, undoableStates)
    .set({ attempt: sql<number>`attempt + 1` })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_runs as undo')
            .whereRef('undo.company_id', '=', 'job_runs.company_id')
            .whereRef('undo.undo_of', '=', 'job_runs.id')
            .where('undo.state', 'not in', ['failed', 'cancelled'])
            .select('undo.id'),
        ),
      ),
    )
    .returning('ok')
    .executeTakeFirst()
  if (!closed) return undefined
  return startRun(scope, job.undo, { runId: id }, { kind: 'undo', title, undoOf: id, total: closed.ok })
}
