import type { Queue } from 'pg-boss'
import type { Database } from '../db/database.ts'
import type { AnyJob } from './define-job.ts'

export const schema = 'pgboss'
/** Where the queue puts what it has given up, also after a crash. */
export const deadQueue = 'jobs.dead'

/** A worker that has not been heard of for so long is dead; its run goes to another node. */
const heartbeatSeconds = 20
const longestRunSeconds = 12 * 3600
const day = 86_400

const toQueue = (job: AnyJob): Queue =>
  job.kind === 'trigger'
    ? {
        name: job.name,
        heartbeatSeconds,
        expireInSeconds: 3600,
        deleteAfterSeconds: 600,
        retryLimit: 1_000_000,
        retryBackoff: true,
        retryDelay: 1,
        retryDelayMax: 60,
      }
    : {
        name: job.name,
        heartbeatSeconds,
        expireInSeconds: longestRunSeconds,
        deleteAfterSeconds: day,
        retryLimit: job.retries,
        retryBackoff: true,
        retryDelay: 5,
        retryDelayMax: 600,
        deadLetter: deadQueue,
      }

/**
 * Creates missing queues and updates the others, so that a node without workers can queue jobs too. Nodes may do so
 * together.
 */
export const prepareQueues = async (database: Database, jobs: readonly AnyJob[]): Promise<void> => {
  const dead = { name: deadQueue, retryLimit: 10, retryDelay: 60, deleteAfterSeconds: day }
  const queues = [dead, ...jobs.map(toQueue)].map((queue) => ({ policy: 'standard', ...queue }))
  await database.asLogin({
    text: `select ${schema}.create_queue(queue->>'name', queue) from jsonb_array_elements($1::jsonb) as queue`,
    values: [JSON.stringify(queues)],
  })
  await database.asLogin({
    text: `update ${schema}.queue set retry_limit = wanted."retryLimit"
      from jsonb_to_recordset($1::jsonb) as wanted (name text, "retryLimit" int)
      where queue.name = wanted.name and retry_limit <> wanted."retryLimit"`,
    values: [JSON.stringify(queues)],
  })
}

/**
 * Allows a queued job one attempt more, for one that a dead node began: a run that gets further each time is never given
 * up.
 */
export const allowAnother = async (
  database: Database,
  { name, id, retryCount }: { name: string; id: string; retryCount: number },
): Promise<void> => {
  await database.asLogin({
    text: `update ${schema}.job set retry_limit = retry_limit + 1
      where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    values: [name, id, retryCount],
  })
}

/**
 * Lets another node go on with a run that this one stopped. The attempt does not count: its number rises, so that
 * nothing late of this node's reaches the next attempt, and the limit with it.
 */
export const putBack = async (
  database: Database,
  { name, id, retryCount }: { name: string; id: string; retryCount: number },
): Promise<void> => {
  await database.asLogin({
    text: `update ${schema}.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null
      where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    values: [name, id, retryCount],
  })
}
