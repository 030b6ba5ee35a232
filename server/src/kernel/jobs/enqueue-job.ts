import { sql } from 'kysely'
import { type AuditActor, auditActor } from '../audit-actor.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Job, Trigger } from './define-job.ts'

/** Data of a queued job, beside its company, which the queue holds as the job's group. */
export type Payload = { actor: AuditActor | null; data: unknown }

const queue = (db: Db, name: string, id: string, company: string | null, payload: Payload | null, delay: number) =>
  sql`select enqueue_job(${name}, ${id}, ${company}, ${payload === null ? null : JSON.stringify(payload)}::jsonb,
    ${delay})`.execute(db)

type Order = { companyId: string; actor: AuditActor | null; delaySeconds?: number }

/**
 * Queues a job in the caller's transaction: it starts after the commit, or never. In: the job, its data, and for which
 * company and whom it runs. Out: the run's id. Throws the schema's error.
 */
export const enqueueJob = async <Data>(
  db: Db,
  { name, data: schema }: Pick<Job<Data>, 'name' | 'data'>,
  data: Data,
  { companyId, actor, delaySeconds = 0 }: Order,
): Promise<string> => {
  const id = newId()
  const picked = actor && auditActor(actor)
  const row = { company_id: companyId, id, name, actor: picked && JSON.stringify(picked) }
  await Promise.all([
    db.insertInto('job_runs').values(row).execute(),
    queue(db, name, id, companyId, { actor: picked, data: schema.parse(data) }, delaySeconds),
  ])
  return id
}

/** Fires a trigger when the caller's transaction commits, or later. */
export const fireTrigger = async (db: Db, { name }: Pick<Trigger, 'name'>, delaySeconds = 0): Promise<void> => {
  await queue(db, name, newId(), null, null, delaySeconds)
}

/**
 * Cancels a run in the caller's transaction: a waiting one does not start, a running one ends after its batch. Returns
 * whether it was waiting or running.
 */
export const cancelJob = async (db: Db, companyId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('job_runs')
    .set({ state: 'cancelled', finished_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
