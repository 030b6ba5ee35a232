import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

const batch = 20

/** Files in quarantine. All of it needs platform reach. */
export const scanningRepository = {
  /** The next files that are not scanned yet, by their id. */
  next: (db: Db, after: string | undefined) => {
    const waiting = db
      .selectFrom('files')
      // Literals, for the partial index.
      .where('state', '=', sql.lit('quarantined'))
      .where('finding', '=', sql.lit(''))
      .select(['company_id as companyId', 'id', 'sha256'])
      .orderBy('id')
      .limit(batch)
    return (after === undefined ? waiting : waiting.where('id', '>', after)).execute()
  },

  /** Notes what the scanner found; empty: nothing, so that the file leaves the quarantine. */
  note: (db: Db, { companyId, id }: { companyId: string; id: string }, finding: string) =>
    db
      .updateTable('files')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .set({ finding, state: finding === '' ? 'ready' : 'quarantined' })
      .execute(),
}
