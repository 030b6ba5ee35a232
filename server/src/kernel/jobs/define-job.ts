import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { RunFileKind } from '@atrium/contract/kernel/job-states.ts'
import type * as z from 'zod/mini'
import type { AuditActor } from '../audit-actor.ts'
import type { DatabaseReach, Db } from '../db/database.ts'
import type { Actor, AuditNote } from '../scope.ts'

/** Due in every minute that, counted from 1970, leaves this remainder. */
type Schedule = { everyMinutes: number; minute?: number }

/** Rows of a run's work: `total` is all of them, the others are those that a batch adds. */
export type RowCounts = { total?: number; ok?: number; failed?: number; skipped?: number }
/** What an undo run works with: the run that it takes back. */
export type UndoData = { runId: string }

/** An audit row of a run; with `companyId` in that company's log, where the caller appears with their home company. */
export type BatchAudit = { event: string; note: AuditNote; companyId?: string }

/** One transaction of a run. */
export type JobBatch = {
  db: Db
  /** Stores in this transaction where the run resumes, and its progress from 0 to 1. */
  save(checkpoint: unknown, progress?: number): void
  /**
   * Adds rows that this batch has done, and says how many there are once that is known. An attempt without a checkpoint
   * counts from the beginning.
   */
  count(rows: RowCounts): void
  /** Adds a line to the run's log. */
  log(line: string): Promise<void>
  /** Keeps a file with the run, which is sent to its caller alone and deleted with it. */
  attach(kind: RunFileKind, fileId: string): Promise<void>
  /** Who asked for the run, with the rights they have now; null: the system. */
  caller: Actor | null
  /** Writes an audit row of the run's actor into the log of the run's company. */
  audit(event: string, note: AuditNote): Promise<void>
  /** Writes audit rows like `audit`, all at once. */
  auditAll(entries: readonly BatchAudit[]): Promise<void>
}

/** What a run works with. */
export type JobRun<Data = null> = {
  id: string
  data: Data
  companyId: string
  /** Who asked for the run; null: the system. */
  actor: AuditActor | null
  /**
   * In which it was asked for. Its files are in this language; what it stores is in that of the code, and translated for
   * each reader.
   */
  language: string
  /** The checkpoint that an earlier attempt saved; null at first. */
  checkpoint: unknown
  /** Aborted when the node stops or another one has taken the run over. */
  signal: AbortSignal
  /**
   * Runs one batch in a transaction with the job's reach.
   * @throws `RunEnded` without working if the run was cancelled or paused, others wait, the node stops, or another one
   *   has taken the run over; its caller lets that pass.
   * @throws `noLongerAllowed` if the caller has lost a right that the job requires, which ends the run
   */
  transact<T>(work: (batch: JobBatch) => Promise<T>): Promise<T>
  /** Reports a problem that does not end the run. */
  report(error: unknown): void
}

export type Job<Data = null> = {
  kind: 'job'
  /** Name of the queue, `feature.work`. */
  name: string
  /** As scheduled runs are shown to administrators. */
  title?: string
  data: z.ZodMiniType<Data>
  /** Calls that the caller of a run must be allowed when it starts and before each batch. */
  endpoints?(data: Data): readonly Endpoint[]
  /** Changes nothing: its rows pass or are refused. */
  isTrial?: boolean
  /** Takes back what a run has done. */
  undo?: Job<UndoData>
  /** Rows its transactions can see. */
  reach: DatabaseReach['reach']
  /** Attempts after the first failed one; with growing pauses. */
  retries: number
  /** Scheduled runs belong to the operator's company and the system. */
  schedule?: Schedule
  /** Runs at a time, on all nodes together; no one else waits for a company's thousand jobs. */
  concurrencyPerCompany?: number
  /** A run that saves checkpoints gives way after so long if other companies wait, and goes on after them. */
  sliceSeconds: number
  /** Runs at a time on a node. */
  concurrency: number
  run(run: JobRun<Data>): Promise<void>
}

/**
 * Work that looks for what is due by itself. A trigger carries no data, so one run answers all that wait, and it is
 * repeated until it succeeds.
 */
export type Trigger = {
  kind: 'trigger'
  name: string
  /** As its schedule is shown to operators. */
  title?: string
  schedule?: Schedule
  /** SQL condition for work that is stored without being queued; looked at as often as the queues. */
  due?: string
  run(signal: AbortSignal): Promise<void>
  /** Waits for what goes on after `run`, when the node stops. */
  drain?(): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: a list of jobs with different data
export type AnyJob = Job<any> | Trigger

type Optional = 'retries' | 'concurrency' | 'sliceSeconds'
type JobSpec<Data> = Omit<Job<Data>, 'kind' | Optional> & Partial<Pick<Job<Data>, Optional>>

/**
 * Declares a job: each run has a row, an actor and a company, resumes from its checkpoint after a crash, and can be
 * cancelled.
 * @param spec its queue, the schema of its data, and its work
 */
export const defineJob = <Data>(spec: JobSpec<Data>): Job<Data> => ({
  kind: 'job',
  retries: 3,
  concurrency: 1,
  sliceSeconds: 20,
  ...spec,
})

/**
 * Declares a trigger.
 * @param spec its queue and its work
 */
export const defineTrigger = (spec: Omit<Trigger, 'kind'>): Trigger => ({ kind: 'trigger', ...spec })
