import type { Database } from '../db/database.ts'
import { schema } from './job-queues.ts'

type Ports = { database: Database; onError(error: unknown): void }

/**
 * Looks which queues have jobs that are due, and wakes their workers: one statement instead of one for each worker.
 * Takes what wakes the workers of a queue, and how often to look.
 * @returns a function that stops it
 */
export const watchQueues = (
  { database, onError }: Ports,
  workers: ReadonlyMap<string, () => void>,
  pollMs: number,
): (() => Promise<void>) => {
  const names = [...workers.keys()]
  const look = async () => {
    const { rows } = await database.asLogin({
      text: `select name from unnest($1::text[]) as watched (name)
        where exists (select from ${schema}.job
          where job.name = watched.name and state < 'active' and not blocked and start_after <= now())`,
      values: [names],
    })
    for (const { name } of rows) workers.get(name)?.()
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => {
        looking = undefined
      })
  }, pollMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
