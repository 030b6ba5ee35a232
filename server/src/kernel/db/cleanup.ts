import type { Database } from './database.ts'

const hour = 3_600_000

/** Expired rows of the kernel's own tables. */
const kernelRetention = [
  `delete from idempotency_keys where created_at < now() - interval '1 day'`,
  `delete from events where created_at < now() - interval '1 hour'`,
  'delete from limits where expire < extract(epoch from now()) * 1000',
]
/** Drops expired partitions with their rows and creates the next ones. */
const partitions = 'select maintain_partitions()'

/**
 * Deletes expired rows hourly; several nodes may do so concurrently. In: the features' retention statements. Out: a
 * function that stops it.
 */
export const cleanUpHourly = (database: Database, retention: readonly string[], onError: (error: unknown) => void) => {
  const cleanUp = async () => {
    for (const text of [...kernelRetention, ...retention, partitions]) await database.statement({ text, values: [] })
  }
  const timer = setInterval(() => cleanUp().catch(onError), hour)
  timer.unref()
  return () => clearInterval(timer)
}
