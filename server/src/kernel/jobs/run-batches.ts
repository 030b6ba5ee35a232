import type { AuditActor } from '../audit-actor.ts'
import { auditedCaller } from '../audited-caller.ts'
import { writeAudits } from '../db/audit-log.ts'
import type { Database, DatabaseReach, Db } from '../db/database.ts'
import { newTraceId } from '../ids.ts'
import { chunk } from '../map-in-chunks.ts'
import type { Actor } from '../scope.ts'
import type { BatchAudit, JobBatch, JobRun } from './define-job.ts'
import { jobEventsRepository as events } from './job-events.repository.ts'
import { type Attempt, jobRunsRepository as repository, type Saved } from './job-runs.repository.ts'
import { RunEnded } from './run-ended.ts'

/** Between events about the counts of one run. */
const eventPauseMs = 1000
/** Audit rows of one statement. */
const auditedTogether = 250

type Ports = {
  database: Database
  /**
   * The caller of the run, with the rights they have now.
   * @throws if those no longer suffice
   */
  admit(): Promise<Actor | null>
  /** Whether others wait for this run to give way. */
  isCrowded(): Promise<boolean>
}
type Run = Attempt & {
  reach: DatabaseReach
  actor: AuditActor | null
  /** A person asked for it, and may look at it. */
  isShown: boolean
  sliceMs: number
}

/**
 * The batches of one attempt, each a transaction.
 * @throws `RunEnded` between them once the attempt is over
 */
export const createBatches = (
  { database, admit, isCrowded }: Ports,
  { reach, actor, isShown, sliceMs, ...attempt }: Run,
  { stopping, signal }: { stopping: AbortSignal; signal: AbortSignal },
) => {
  const traceId = newTraceId()
  let state: string | undefined = 'running'
  let hasSaved = false
  let sliceEnds = performance.now() + sliceMs
  let nextEvent = 0

  const assertGoingOn = () => {
    if (state === 'cancelled' || state === 'paused') throw new RunEnded(state)
    // It was paused and has been queued again since, or was taken back.
    if (state !== 'running') throw new RunEnded('superseded')
    if (stopping.aborted) throw new RunEnded('stopped')
    if (signal.aborted) throw new RunEnded('superseded')
  }
  /** Only a run that goes on where it was gives way. */
  const giveWay = async () => {
    if (!hasSaved || performance.now() < sliceEnds) return
    if (await isCrowded()) throw new RunEnded('gave way')
    sliceEnds = performance.now() + sliceMs
  }
  const auditsIn = (db: Db, caller: Actor | null, startedAt: number): Pick<JobBatch, 'audit' | 'auditAll'> => {
    const toEntry = ({ event, note, companyId }: BatchAudit) => ({
      ...note,
      companyId: attempt.companyId,
      actor,
      sessionId: null,
      origin: { traceId, ip: '', agent: '' },
      event,
      ok: true,
      code: 0,
      ms: Math.round(performance.now() - startedAt),
      ...(companyId !== undefined && caller && { companyId, actor: auditedCaller(caller, companyId) }),
    })
    const auditAll: JobBatch['auditAll'] = async (entries) => {
      let writing: Promise<void> = Promise.resolve()
      for (const piece of chunk(entries, auditedTogether)) {
        // The database writes a piece while the next is made.
        const next = writeAudits(db, piece.map(toEntry))
        // Awaited below, unless the piece before it fails.
        next.catch(() => undefined)
        await writing
        writing = next
      }
      await writing
    }
    return { auditAll, audit: (event, note) => auditAll([{ event, note }]) }
  }
  const batchIn = (db: Db, caller: Actor | null, saved: Saved): JobBatch => ({
    db,
    caller,
    ...auditsIn(db, caller, performance.now()),
    save: (checkpoint, progress) => void Object.assign(saved, { checkpoint, progress }),
    count({ total, ...rows }) {
      const { counts } = saved
      if (total !== undefined) counts.total = total
      for (const kind of ['ok', 'failed', 'skipped'] as const) counts[kind] = (counts[kind] ?? 0) + (rows[kind] ?? 0)
    },
    log: async (line) => void (await events.log(db, attempt, { event: 'note', line })),
    attach: async (kind, fileId) => void (await repository.attach(db, attempt, kind, fileId)),
  })

  const transact: JobRun['transact'] = async (work) => {
    assertGoingOn()
    await giveWay()
    const caller = await admit()
    const isEventDue = isShown && performance.now() >= nextEvent
    const done = await database.transact(reach, async (db) => {
      const saved: Saved = { checkpoint: undefined, progress: undefined, counts: {} }
      const result = await work(batchIn(db, caller, saved))
      if (isEventDue) await events.moved(db, attempt)
      // Last, so that `cancelJob` does not wait for the batch. Without the row the batch is rolled back.
      const stateNow = await repository.saveBatch(db, attempt, saved)
      if (stateNow === undefined) throw new RunEnded('superseded')
      return { state: stateNow, result, saved }
    })
    state = done.state
    hasSaved ||= done.saved.checkpoint !== undefined
    if (isEventDue) nextEvent = performance.now() + eventPauseMs
    return done.result
  }
  return { transact }
}
