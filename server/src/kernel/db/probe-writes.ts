import { sql } from 'kysely'
import { newId } from '../ids.ts'
import type { Database } from './database.ts'

/**
 * Writes a little to the database; throws if it cannot. Inserts a row, which a read-only database rejects, and spills a
 * sort to a file, which a full disk rejects even if tables have free space.
 */
export const probeWrites = (database: Database): Promise<void> =>
  database.transact({ reach: 'platform' }, async (db) => {
    // A unique row: a shared one could be locked by a probe whose connection hangs.
    const key = `readyz ${newId()}`
    await sql`set local work_mem = '64kB'`.execute(db)
    await sql`select count(*) from generate_series(1, 10000)`.execute(db)
    await sql`insert into limits (key, points) values (${key}, 1)`.execute(db)
    await sql`delete from limits where key = ${key}`.execute(db)
  })
