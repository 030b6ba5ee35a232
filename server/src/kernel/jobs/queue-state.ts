import type { Database } from '../db/database.ts'
import { schema } from './job-queues.ts'

export type QueueState = {
  name: string
  /** Due, being worked on, and given up within a day; by the queue's own count every twenty seconds. */
  ready: number
  active: number
  failed: number
  /** How long the oldest due job has waited; 0 if none waits. */
  oldestSeconds: number
}

/** Reads what waits in each queue. */
export const readQueues = async (database: Database): Promise<QueueState[]> => {
  const { rows } = await database.asLogin({
    text: `select name, ready_count as ready, active_count as active, failed_count as failed,
        coalesce((select greatest(0, extract(epoch from now() - min(start_after))) from ${schema}.job
          where job.name = queue.name and state < 'active' and not blocked and start_after <= now()), 0)::float8
          as "oldestSeconds"
      from ${schema}.queue order by name`,
  })
  return rows
}

export type RunCounts = { queued: number; running: number; paused: number; failed: number }
/** Counts runs that are not done, and those that failed within a day. */
export const countRuns = async (database: Database): Promise<RunCounts> => {
  const { rows } = await database.statement({
    text: `select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
        count(*) filter (where state = 'paused') as paused,
        (select count(*) from job_runs where finished_at > now() - interval '1 day' and state = 'failed') as failed
      from job_runs where finished_at is null`,
    values: [],
  })
  return rows[0]
}
