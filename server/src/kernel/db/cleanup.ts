import type { Database } from './database.ts'

const hour = 3_600_000

/** What the kernel itself leaves behind. */
const ownLeftovers = [
  `delete from idempotency_keys where created_at < now() - interval '1 day'`,
  'delete from limits where expire < extract(epoch from now()) * 1000',
]
/** What is kept in partitions goes with them (migration 0048), and the next ones are made. */
const partitions = 'select look_after_partitions()'

/**
 * Removes what has run out, once an hour; any number of nodes may do it at once. In: the statements the features add.
 * Out: a function that stops it.
 */
export const sweepHourly = (database: Database, leftovers: readonly string[], onError: (error: unknown) => void) => {
  const sweep = async () => {
    for (const text of [...ownLeftovers, ...leftovers, partitions]) await database.statement({ text, values: [] })
  }
  const timer = setInterval(() => sweep().catch(onError), hour)
  timer.unref()
  return () => clearInterval(timer)
}
