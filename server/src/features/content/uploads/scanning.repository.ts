import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

const batch = 20
type FileKey = { companyId: string; id: string }
const updateFile = (db: Db, { companyId, id }: FileKey) =>
  db.updateTable('files').where('company_id', '=', companyId).where('id', '=', id)

/** Files in quarantine. */
export const scanningRepository = {
  /** The next files to scan. Needs platform reach. */
  next: (db: Db) =>
    db
      .selectFrom('files')
      .where('scan_at', '<=', sql<string>`now()`)
      .select(['company_id as companyId', 'id', 'sha256'])
      .orderBy('scan_at')
      .orderBy('id')
      .limit(batch)
      .execute(),

  /** Notes what the scanner found; empty: nothing, so that the file leaves the quarantine. */
  note: (db: Db, file: FileKey, finding: string) =>
    updateFile(db, file)
      .set({ finding, state: finding === '' ? 'ready' : 'quarantined', scan_at: null })
      .execute(),

  /** Notes that the scanner could not judge a file: it is scanned again after a pause that doubles, at most so often. */
  postpone: (db: Db, file: FileKey, mostTries: number, firstPauseSeconds: number) =>
    updateFile(db, file)
      .set({
        scan_tries: sql<number>`scan_tries + 1`,
        scan_at: sql<string | null>`case when scan_tries + 1 < ${sql.lit(mostTries)}
          then now() + make_interval(secs => ${sql.lit(firstPauseSeconds)} * 2 ^ scan_tries) end`,
      })
      .execute(),

  /** Has a file scanned again from the start. */
  restart: (db: Db, file: FileKey) =>
    updateFile(db, file).set({ scan_tries: 0, scan_at: sql<string>`now()` }).execute(),
}
