import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const sampleMs = 50
/** Waits for locks, by what the waiting session is called, and the longest one behind an owner's session. */
export type LockWaits = { longestMs: Record<string, number>; behindOwnerMs: number }

/**
 * Looks many times a second who waits for a lock in a database. Takes a superuser's address and the owner's role.
 * @returns a function that stops it, and returns the longest waits
 */
export const watchLockWaits = (superuserUrl: string, owner: string): (() => Promise<LockWaits>) => {
  const found: LockWaits = { longestMs: {}, behindOwnerMs: 0 }
  let isWatching = true
  const look = async (client: pg.Client) => {
    const { rows } = await client.query(
      `select a.application_name as name, 1000 * extract(epoch from clock_timestamp() - l.waitstart)::float8 as ms,
         exists (select from pg_stat_activity as b where b.pid = any (pg_blocking_pids(a.pid)) and b.usename = $1) as behind
       from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
       where not l.granted and a.datname = current_database()`,
      [owner],
    )
    for (const { name, ms, behind } of rows) {
      const key = name || 'migration'
      found.longestMs[key] = Math.max(found.longestMs[key] ?? 0, Math.round(ms))
      if (behind) found.behindOwnerMs = Math.max(found.behindOwnerMs, Math.round(ms))
    }
  }
  const watching = (async () => {
    const client = new pg.Client({ connectionString: superuserUrl })
    await client.connect()
    try {
      while (isWatching) {
        await look(client)
        await sleep(sampleMs)
      }
    } finally {
      await client.end()
    }
  })()
  return async () => {
    isWatching = false
    await watching
    return found
  }
}
