import { jobErrors } from '@atrium/contract/kernel/job-errors.ts'
import { maxOpenRuns, openStates, type RunKind } from '@atrium/contract/kernel/job-states.ts'
import { sql } from 'kysely'
import { type AuditActor, auditActor } from '../audit-actor.ts'
import { auditedCaller } from '../audited-caller.ts'
import { currentContext } from '../call-context.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import { type Actor, AppError, toOwner } from '../scope.ts'
import type { Job, RowCounts, Trigger } from './define-job.ts'
import { jobEventsRepository as events } from './job-events.repository.ts'

/**
 * Data of a queued job, beside its company, which the queue holds as the job's group. A run that is queued again has an
 * id of its own and goes on with the next number of its attempts.
 */
export type Payload = {
  actor: AuditActor | null
  data: unknown
  run?: string
  from?: number
  /** BCP 47 tag of the language in which it was asked for, and in which its files are. */
  language?: string | undefined
}

/** Puts a row into the queue, in the caller's transaction. */
export const queue = (
  db: Db,
  name: string,
  id: string,
  company: string | null,
  payload: Payload | null,
  delay: number,
) =>
  sql`select enqueue_job(${name}, ${id}, ${company}, ${payload === null ? null : JSON.stringify(payload)}::jsonb,
    ${delay})`.execute(db)

/** What people see of a run, and whose rights it needs. */
type Request = { kind: Exclude<RunKind, 'system'>; title: string; caller: Actor; undoOf?: string; total?: number }
type Order = { companyId: string; actor: AuditActor | null; delaySeconds?: number; request?: Request }

const toColumns = ({ kind, title, caller, undoOf, total }: Request) => {
  const { companyId, userId } = toOwner(caller)
  return {
    kind,
    title,
    requested_by: userId,
    requested_in: companyId,
    session_id: caller.acting ? caller.sessionId : null,
    ...(undoOf !== undefined && { undo_of: undoOf }),
    ...(total !== undefined && { total }),
  }
}

/**
 * Queues a job in the caller's transaction: it starts after the commit, or never. Takes the job, its data, the
 * company it runs for, and its actor.
 * @returns the run's id
 * @throws the schema's error
 */
export const enqueueJob = async <Data>(
  db: Db,
  { name, data: schema }: Pick<Job<Data>, 'name' | 'data'>,
  data: Data,
  { companyId, actor, delaySeconds = 0, request }: Order,
): Promise<string> => {
  const id = newId()
  const picked = actor && auditActor(actor)
  const parsed = schema.parse(data)
  const language = currentContext()?.language
  const row = {
    company_id: companyId,
    id,
    name,
    actor: picked && JSON.stringify(picked),
    data: JSON.stringify(parsed),
    language: language ?? null,
  }
  await Promise.all([
    db
      .insertInto('job_runs')
      .values({ ...row, ...(request && toColumns(request)) })
      .execute(),
    queue(db, name, id, companyId, { actor: picked, data: parsed, language }, delaySeconds),
  ])
  if (request) await events.record(db, { companyId, id }, { event: 'requested', state: 'queued', actor: picked })
  return id
}

type Started = Omit<Request, 'caller'>
const assertRoom = async (db: Db, { companyId, userId }: Actor) => {
  const { open } = await db
    .selectFrom('job_runs')
    .where('company_id', '=', companyId)
    .where('requested_by', '=', userId)
    .where('state', 'in', openStates)
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  if (open >= maxOpenRuns) throw new AppError(jobErrors.tooManyOpen)
}
/**
 * Starts a job that a person asks for, in their transaction: they see its run, and its batches need their rights. Takes
 * the job, its data, and how the run is shown.
 * @returns the run's id
 * @throws `tooManyOpen` and the schema's error
 */
export const startRun = async <Data>(
  { db, actor }: { db: Db; actor: Actor },
  job: Pick<Job<Data>, 'name' | 'data'>,
  data: Data,
  shown: Started,
): Promise<string> => {
  await assertRoom(db, actor)
  return enqueueJob(db, job, data, {
    companyId: actor.companyId,
    actor: auditedCaller(actor),
    request: { ...shown, caller: actor },
  })
}

/**
 * Stores a run whose work the caller's transaction has done itself, so that few rows are listed and taken back like
 * many. Takes the job that takes it back, its data, how the run is shown, and its rows.
 * @returns the run's id
 * @throws the schema's error
 */
export const recordRun = async <Data>(
  { db, actor }: { db: Db; actor: Actor },
  { name, data: schema }: Pick<Job<Data>, 'name' | 'data'>,
  data: Data,
  { rows: { ok = 0, failed = 0, skipped = 0 }, ...shown }: Omit<Started, 'total'> & { rows: RowCounts },
): Promise<string> => {
  const companyId = actor.companyId
  const id = newId()
  const by = auditedCaller(actor)
  const now = sql<string>`now()`
  await db
    .insertInto('job_runs')
    .values({
      company_id: companyId,
      id,
      name,
      actor: JSON.stringify(by),
      data: JSON.stringify(schema.parse(data)),
      ...toColumns({ ...shown, caller: actor, total: ok + failed + skipped }),
      state: 'done',
      progress: 1,
      ok,
      failed,
      skipped,
      started_at: now,
      first_started_at: now,
      moved_at: now,
      finished_at: now,
    })
    .execute()
  await events.record(db, { companyId, id }, { event: 'requested', state: 'queued', actor: by })
  await events.record(db, { companyId, id }, { event: 'done', state: 'done' })
  return id
}

/** Fires a trigger when the caller's transaction commits, or later. */
export const fireTrigger = async (db: Db, { name }: Pick<Trigger, 'name'>, delaySeconds = 0): Promise<void> => {
  await queue(db, name, newId(), null, null, delaySeconds)
}
