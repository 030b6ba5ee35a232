import { jobErrors } from '@atrium/contract/kernel/job-errors.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import type { JobWithMetadata } from 'pg-boss'
import type { Database, DatabaseReach } from '../db/database.ts'
import { type Actor, AppError } from '../scope.ts'
import type { OnlineTexts } from '../texts/online-texts.ts'
import type { Job } from './define-job.ts'
import type { Payload } from './enqueue-job.ts'
import { jobEventsRepository as events } from './job-events.repository.ts'
import { allowAnother, schema } from './job-queues.ts'
import { type Attempt, jobRunsRepository as repository } from './job-runs.repository.ts'
import { requeueRun } from './requeue-run.ts'
import { createBatches } from './run-batches.ts'
import { type Asker, admitCaller, type FindCaller } from './run-callers.ts'
import { RunEnded } from './run-ended.ts'

export type RunPorts = {
  database: Database
  /** Company of scheduled runs. */
  platformCompany: string
  findCaller: FindCaller
  /** What is written online; without, texts are those of files. */
  texts?: Pick<OnlineTexts, 'refresh' | 'ofCompany'>
  /** Reports failed attempts and a queue out of order. */
  onError(error: unknown): void
}
type Queued = JobWithMetadata<Payload | null>

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Whether runs of other companies wait in a queue. */
const isCrowded = async (database: Database, name: string, companyId: string): Promise<boolean> => {
  const { rows } = await database.asLogin({
    text: `select exists (select from ${schema}.job where name = $1 and state < 'active' and start_after <= now()
      and group_id is distinct from $2) as crowded`,
    values: [name, companyId],
  })
  return rows[0].crowded
}

/**
 * Ends an attempt that threw.
 * @returns whether the queue shall put it back
 * @throws what it shall repeat or give up
 */
const endAttempt = async (
  { database }: RunPorts,
  reach: DatabaseReach,
  attempt: Attempt,
  { error, isLast }: { error: unknown; isLast: boolean },
): Promise<'done' | 'put back'> => {
  if (error instanceof RunEnded) {
    if (error.reason === 'gave way')
      await database.transact(reach, (db) => requeueRun(db, attempt, { state: 'running', attempt: attempt.attempt }))
    if (error.reason !== 'stopped') return 'done'
    await database.transact(reach, (db) => repository.requeue(db, attempt, null))
    return 'put back'
  }
  const refused = error instanceof AppError
  const problem = toMessage(error)
  await database.transact(reach, async (db) => {
    if (!refused && !isLast) return repository.requeue(db, attempt, problem)
    if (!(await repository.giveUp(db, attempt, problem, refused))) return
    await events.record(db, attempt, { event: 'failed', state: 'failed', line: refused ? problem : '' })
  })
  // A refusal stays one, however often it is tried.
  if (refused) return 'done'
  throw error
}

/**
 * Runs one queued job. Takes the job, its row in the queue, and the node's stop signal.
 * @returns whether to put it back, as the node stops
 * @throws the work's error, which the queue answers with a retry or by giving up
 */
export const runJob = async <Data>(
  ports: RunPorts,
  job: Job<Data>,
  queued: Queued,
  stopping: AbortSignal,
): Promise<'done' | 'put back'> => {
  const { database, platformCompany, findCaller, onError } = ports
  // The group is set by the database function, and cannot be another company's.
  const companyId = queued.groupId ?? platformCompany
  const {
    actor = null,
    data: sent = null,
    run: id = queued.id,
    from = 0,
    language = sourceLanguage,
  } = queued.data ?? {}
  const attempt = { companyId, id, attempt: from + queued.retryCount }
  const reach: DatabaseReach = job.reach === 'platform' ? { reach: 'platform' } : { reach: 'company', companyId }
  const signal = AbortSignal.any([queued.signal, stopping])

  const start = async (db: Parameters<typeof repository.start>[0]) => {
    const named = { name: job.name, title: job.title ?? '', actor, queueId: queued.id }
    const started = await repository.start(db, { ...attempt, ...named })
    if (started?.isFirst) await events.record(db, attempt, { event: 'started', state: 'running' })
    return started
  }
  const finish = () =>
    database.transact(reach, async (db) => {
      const nothingUndone = jobErrors.nothingUndone.msg
      const finished = await repository.finish(db, attempt, nothingUndone)
      if (!finished) return
      const { state, undoOf } = finished
      await events.record(db, attempt, { event: state, state, line: state === 'failed' ? nothingUndone : '' })
      if (undoOf === null || state === 'failed') return
      const original = { companyId, id: undoOf }
      await repository.markUndone(db, original)
      await events.record(db, original, { event: 'undone', state: 'undone', actor })
    })
  const admit = (asker: Asker | null, data: Data): Promise<Actor | null> =>
    asker ? admitCaller(findCaller, companyId, asker, job.endpoints?.(data) ?? []) : Promise.resolve(null)

  const started = await database.transact(reach, start)
  if (!started) return 'done'
  if (started.goesOnAfterDeath) await allowAnother(database, queued)
  const retriesLeft = queued.retryLimit - queued.retryCount + (started.goesOnAfterDeath ? 1 : 0)
  try {
    const data = job.data.parse(sent)
    const { checkpoint, asker } = started
    const { transact } = createBatches(
      { database, admit: () => admit(asker, data), isCrowded: () => isCrowded(database, job.name, companyId) },
      { ...attempt, reach, actor, isShown: asker !== null, sliceMs: job.sliceSeconds * 1000 },
      { stopping, signal },
    )
    await admit(asker, data)
    await job.run({ id, companyId, actor, language, checkpoint, signal, transact, report: onError, data })
    await finish()
    return 'done'
  } catch (error) {
    return endAttempt(ports, reach, attempt, { error, isLast: retriesLeft <= 0 })
  }
}

/** Marks the run of a job that the queue has given up, which a dead node could not. */
export const markDead = async ({ database }: Pick<RunPorts, 'database'>, dead: Queued): Promise<void> => {
  const { groupId, sourceId, sourceOutput } = dead
  if (sourceId === null) return
  const { value, message = value?.message } = (sourceOutput ?? {}) as { value?: { message?: string }; message?: string }
  const run = { companyId: groupId ?? '', id: dead.data?.run ?? sourceId }
  await database.transact({ reach: 'platform' }, async (db) => {
    if (await repository.fail(db, run, sourceId, message ?? 'failed'))
      await events.record(db, run, { event: 'failed', state: 'failed' })
  })
}
