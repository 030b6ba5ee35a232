import type { Database } from '../db/database.ts'
import { lookEvery } from '../look-every.ts'
import { schema } from './job-queues.ts'

type Ports = { database: Database; onError(error: unknown): void }
/** What wakes the workers of a queue, and an SQL condition for work of theirs that is not queued. */
export type Watched = { wake(): void; due?: string | undefined }

const toText = (due: readonly string[]): string =>
  [
    `select name from unnest($1::text[]) as watched (name)
      where exists (select from ${schema}.job
        where job.name = watched.name and state < 'active' and not blocked and start_after <= now())`,
    ...due,
  ].join(' union ')

/**
 * Looks which queues have jobs that are due, and wakes their workers: one statement instead of one for each worker.
 * Takes the queues by name, and how often to look.
 * @returns a function that stops it
 */
export const watchQueues = (
  { database, onError }: Ports,
  watched: ReadonlyMap<string, Watched>,
  pollMs: number,
): (() => Promise<void>) => {
  const names = [...watched.keys()]
  const due = [...watched].flatMap(([name, { due }]) => (due ? `select '${name}' where ${due}` : []))
  const text = toText(due)
  const look = async () => {
    const { rows } = await database.asLogin({ text, values: [names] })
    for (const { name } of rows) watched.get(name)?.wake()
  }
  return lookEvery(pollMs, look, onError)
}
