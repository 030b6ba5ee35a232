import type { Database } from './db/database.ts'
import { lookEvery } from './look-every.ts'

/** A copy that was restored from a backup, and not woken yet. */
export type Quiet = { since: string; restoredFrom: string }

/**
 * Whether the installation works at nothing by itself, as it was restored from a backup: it sends nothing and runs no
 * jobs until it is woken. Undefined: it works.
 */
export const readQuiet = async (database: Database): Promise<Quiet | undefined> => {
  const text = `select quiet_since as since, restored_from as "restoredFrom" from installation where quiet_since is not null`
  const { rows } = await database.statement({ text, values: [] })
  return rows[0]
}

const defaultPollMs = 5000

/**
 * Starts work at once, or when a quiet installation is woken. Takes how often to look.
 * @returns a function that stops the waiting, or what was started
 */
export const startWhenAwake = async (
  database: Database,
  start: () => Promise<() => Promise<unknown>>,
  onError: (error: unknown) => void,
  pollMs = defaultPollMs,
): Promise<() => Promise<void>> => {
  if ((await readQuiet(database)) === undefined) {
    const stop = await start()
    return async () => void (await stop())
  }
  let stop: (() => Promise<unknown>) | undefined
  let isAwake = false
  const look = async () => {
    if (isAwake || (await readQuiet(database))) return
    isAwake = true
    stop = await start()
  }
  const stopLooking = lookEvery(pollMs, look, onError)
  return async () => {
    await stopLooking()
    await stop?.()
  }
}
