import type { JobWithMetadata } from 'pg-boss'
import { writeAudit } from '../db/audit-log.ts'
import type { Database, DatabaseReach, Db } from '../db/database.ts'
import { newTraceId } from '../ids.ts'
import type { Job, JobRun } from './define-job.ts'
import type { Payload } from './enqueue-job.ts'
import { jobRunsRepository as repository, type Saved } from './job-runs.repository.ts'
import { RunEnded } from './run-ended.ts'

type Ports = { database: Database; platformCompany: string; onError(error: unknown): void }
type Queued = JobWithMetadata<Payload | null>

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Runs one queued job. In: the job, its row in the queue, and the node's stop signal. Out: whether to put it back, as
 * the node stops. Throws the work's error, which the queue answers with a retry or by giving up.
 */
export const runJob = async <Data>(
  { database, platformCompany, onError }: Ports,
  job: Job<Data>,
  queued: Queued,
  stopping: AbortSignal,
): Promise<'done' | 'put back'> => {
  // The group is set by the database function, and cannot be another company's.
  const companyId = queued.groupId ?? platformCompany
  const actor = queued.data?.actor ?? null
  const attempt = { companyId, id: queued.id, attempt: queued.retryCount }
  const reach: DatabaseReach = job.reach === 'platform' ? { reach: 'platform' } : { reach: 'company', companyId }
  const signal = AbortSignal.any([queued.signal, stopping])
  const traceId = newTraceId()
  let isCancelled = false

  const assertGoingOn = () => {
    if (isCancelled) throw new RunEnded('cancelled')
    if (stopping.aborted) throw new RunEnded('stopped')
    if (signal.aborted) throw new RunEnded('superseded')
  }
  const auditIn =
    (db: Db, startedAt: number): Parameters<Parameters<JobRun['transact']>[0]>[0]['audit'] =>
    (event, note) =>
      writeAudit(db, {
        ...note,
        ...{ companyId, actor, sessionId: null, origin: { traceId, ip: '', agent: '' }, event },
        ...{ ok: true, code: 0, ms: Math.round(performance.now() - startedAt) },
      })
  const transact: JobRun['transact'] = async (work) => {
    assertGoingOn()
    const { state, result } = await database.transact(reach, async (db) => {
      const saved: Saved = { checkpoint: undefined, progress: undefined }
      const save = (checkpoint: unknown, progress?: number) => Object.assign(saved, { checkpoint, progress })
      const result = await work({ db, save, audit: auditIn(db, performance.now()) })
      // Last, so that `cancelJob` does not wait for the batch. Without the row the batch is rolled back.
      const state = await repository.saveBatch(db, attempt, saved)
      if (state === undefined) throw new RunEnded('superseded')
      return { state, result }
    })
    isCancelled = state === 'cancelled'
    return result
  }

  const started = await database.transact(reach, (db) => repository.start(db, { ...attempt, name: job.name, actor }))
  if (!started) return 'done'
  try {
    await job.run({
      ...{ id: queued.id, companyId, actor, checkpoint: started.checkpoint, signal, transact, report: onError },
      data: job.data.parse(queued.data?.data ?? null),
    })
    await database.transact(reach, (db) => repository.finish(db, attempt))
    return 'done'
  } catch (error) {
    if (!(error instanceof RunEnded)) {
      const isLast = queued.retryCount >= queued.retryLimit
      await database.transact(reach, (db) =>
        isLast ? repository.fail(db, attempt, messageOf(error)) : repository.requeue(db, attempt, messageOf(error)),
      )
      throw error
    }
    if (error.reason !== 'stopped') return 'done'
    await database.transact(reach, (db) => repository.requeue(db, attempt, null))
    return 'put back'
  }
}

/** Marks the run of a job that the queue has given up, which a dead node could not. */
export const markDead = async ({ database }: Pick<Ports, 'database'>, dead: Queued): Promise<void> => {
  const { groupId, sourceId, sourceOutput } = dead
  if (sourceId === null) return
  const { value, message = value?.message } = (sourceOutput ?? {}) as { value?: { message?: string }; message?: string }
  await database.transact({ reach: 'platform' }, (db) =>
    repository.fail(db, { companyId: groupId ?? '', id: sourceId }, message ?? 'failed'),
  )
}
