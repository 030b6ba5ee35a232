import { sql } from 'kysely'
import type { AuditActor } from '../audit-actor.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import { queue } from './enqueue-job.ts'
import type { RunRef } from './job-runs.repository.ts'

/** Which runs are queued again: those in this state, and in this attempt if it says one. */
type From = { state: 'paused' | 'running'; attempt?: number }

/**
 * Queues a run again, behind those that wait, in the caller's transaction. The queue's row is a new one, and what is
 * left of the former one starts nothing more.
 * @returns whether the run was in the state
 */
export const requeueRun = async (db: Db, { companyId, id }: RunRef, { state, attempt }: From): Promise<boolean> => {
  const queueId = newId()
  const run = db.updateTable('job_runs').where('company_id', '=', companyId).where('id', '=', id)
  const chosen = attempt === undefined ? run : run.where('attempt', '=', attempt)
  const found = await chosen
    .where('state', '=', state)
    .set({ state: 'queued', queue_id: queueId })
    .returning(['name', 'data', 'attempt', 'language', sql<AuditActor | null>`actor`.as('actor')])
    .executeTakeFirst()
  if (!found) return false
  const { name, data, actor } = found
  const language = found.language ?? undefined
  await queue(db, name, queueId, companyId, { actor, data, run: id, from: found.attempt + 1, language }, 0)
  return true
}
