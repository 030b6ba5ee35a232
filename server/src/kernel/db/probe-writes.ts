import { sql } from 'kysely'
import { newId } from '../ids.ts'
import type { Database } from './database.ts'

/**
 * Writes a little to the database; throws where it refuses. A row is written, which a read-only database refuses, and a set
 * is spilt to a file, which one without disk space refuses even where its tables have room.
 */
export const probeWrites = (database: Database): Promise<void> =>
  database.transact({ reach: 'platform' }, async (db) => {
    // A row of its own: a shared one could be locked by a probe whose connection hangs.
    const key = `readyz ${newId()}`
    await sql`set local work_mem = '64kB'`.execute(db)
    await sql`select count(*) from generate_series(1, 10000)`.execute(db)
    await sql`insert into limits (key, points) values (${key}, 1)`.execute(db)
    await sql`delete from limits where key = ${key}`.execute(db)
  })
