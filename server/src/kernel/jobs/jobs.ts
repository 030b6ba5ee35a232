import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { runInContext } from '../call-context.ts'
import type { AnyJob, Job, Trigger } from './define-job.ts'
import type { Payload } from './enqueue-job.ts'
import { deadQueue, prepareQueues, putBack } from './job-queues.ts'
import { loadQueue } from './load-queue.ts'
import { createRunNotes, type NoteRun } from './note-runs.ts'
import { runInTurn } from './run-in-turn.ts'
import { markDead, type RunPorts, runJob } from './run-job.ts'
import { startSchedule } from './schedule.ts'
import { schedulesRepository } from './schedules.repository.ts'
import { type Watched, watchQueues } from './watch-queues.ts'

export type Jobs = {
  /** Runs a trigger at once instead of at the next poll, if this node works. Call after the commit that made work. */
  wake(name: string): void
  /**
   * Creates the queues, and starts this node's workers if it works.
   * @returns stops fetching, waits for batches in progress, and puts the rest back
   */
  start(jobs: readonly AnyJob[], works: boolean): Promise<() => Promise<void>>
}

/** Runs may end their batch for so long when the node stops; afterwards another node takes them over. */
const stopTimeoutMs = 20_000
/** Waiting triggers that one run answers. */
const triggersPerRun = 100
type Queued = JobWithMetadata<Payload | null>
/** Workers are woken when there is work; asked by themselves they would take thirty transactions a second. */
const rarely = { pollingIntervalSeconds: 300 } as const

/** What runs store is in the language of the code, and translated for each who reads it. */
const toContext = (job: string, { groupId }: Queued) => ({
  job,
  ...(groupId && { company: groupId }),
})

/**
 * Starts one worker.
 * @returns its id
 */
const workJob = (boss: PgBoss, ports: RunPorts & { noteRun: NoteRun }, job: Job, stopping: AbortSignal) => {
  const options = {
    includeMetadata: true as const,
    ...rarely,
    ...(job.concurrencyPerCompany !== undefined && { groupConcurrency: job.concurrencyPerCompany }),
  }
  const runOne = async (each: Queued) => {
    try {
      const ended = await ports.noteRun(job, () => runJob(ports, job, each, stopping))
      if (ended === 'put back') await putBack(ports.database, each)
    } catch (error) {
      ports.onError(error)
      throw error
    }
  }
  return boss.work<Payload | null, unknown, typeof options>(job.name, options, async (queued) => {
    await ports.texts?.refresh()
    for (const each of queued as Queued[]) {
      const own = each.groupId ? await ports.texts?.ofCompany(each.groupId) : undefined
      await runInContext({ ...toContext(job.name, each), own }, () => runOne(each))
    }
  })
}

/**
 * Creates the node's part of the job queue (decision 77). Its library is loaded only where jobs run. Takes how often
 * runs of dead nodes are looked for, how long a minute of the schedule lasts, and how often work is looked for.
 */
export const createJobs = (ports: RunPorts, { superviseSeconds = 20, minuteMs = 60_000, pollMs = 1000 } = {}): Jobs => {
  const { database, onError } = ports
  const stopping = new AbortController()
  const noteRun = createRunNotes(ports)
  const triggers = new Map<string, ReturnType<typeof runInTurn>>()

  const workTrigger = (boss: PgBoss, trigger: Trigger) => {
    const { name, run } = trigger
    const runOnce = async () => {
      try {
        if (stopping.signal.aborted) return
        await ports.texts?.refresh()
        await noteRun(trigger, () => run(stopping.signal))
      } catch (error) {
        onError(error)
        throw error
      }
    }
    const turns = runInTurn(() => runInContext({ job: name }, runOnce))
    triggers.set(name, turns)
    const options = { batchSize: triggersPerRun, ...rarely }
    return boss.work(name, options, () => turns.run())
  }
  const wake: Jobs['wake'] = (name) => {
    // What it finds is queued as well or due again, so that a failure is repeated.
    triggers
      .get(name)
      ?.run()
      .catch(() => undefined)
  }
  /**
   * Starts the workers of all queues.
   * @returns what wakes those of a queue
   */
  const workAll = async (boss: PgBoss, jobs: readonly AnyJob[]) => {
    const watched = new Map<string, Watched>()
    const notify = (ids: readonly string[]) => {
      for (const id of ids) boss.notifyWorker(id)
    }
    for (const job of jobs) {
      if (job.kind === 'trigger') {
        const id = await workTrigger(boss, job)
        const { name, due } = job
        watched.set(name, due ? { due, wake: () => wake(name) } : { wake: () => notify([id]) })
        continue
      }
      const workOne = () => workJob(boss, { ...ports, noteRun }, job, stopping.signal)
      const ids = await Promise.all(Array.from({ length: job.concurrency }, workOne))
      watched.set(job.name, { wake: () => notify(ids) })
    }
    const dead = await boss.work<Payload | null>(deadQueue, { includeMetadata: true, ...rarely }, async (given) => {
      for (const each of given as Queued[]) await markDead(ports, each)
    })
    watched.set(deadQueue, { wake: () => notify([dead]) })
    return watched
  }

  return {
    wake,
    async start(jobs, works) {
      await prepareQueues(database, jobs)
      await schedulesRepository.declare(database, jobs)
      if (!works) return async () => undefined
      const boss = await loadQueue(ports, superviseSeconds)
      const stopBoss = () => boss.stop({ graceful: true, timeout: stopTimeoutMs, close: false })
      const startWorkers = async () => {
        await boss.start()
        return workAll(boss, jobs)
      }
      const workers = await startWorkers().catch(async (error: unknown) => {
        await stopBoss()
        throw error
      })
      const stopWatching = watchQueues(ports, workers, pollMs)
      const queue = (name: string, singletonSeconds: number) => boss.send(name, null, { singletonSeconds })
      const stopSchedule = startSchedule(
        { queue, paused: () => schedulesRepository.paused(database), onError },
        jobs,
        minuteMs,
      )
      return async () => {
        stopping.abort()
        await stopWatching()
        await stopSchedule()
        await stopBoss()
        for (const { idle } of triggers.values()) await idle()
        await Promise.all(jobs.map((job) => job.kind === 'trigger' && job.drain?.()))
      }
    },
  }
}
