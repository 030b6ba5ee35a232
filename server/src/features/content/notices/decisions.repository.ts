import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type NoticeKey, updateRow, type Writer, writtenBy } from './notice-rows.repository.ts'

const decidedBy = (by: Person, reason: string) => ({
  decided_at: sql<string>`now()`,
  decided_by: JSON.stringify(by),
  decide_reason: reason,
  ...updateStamps(by),
})

/** Rows that wait for a decision. */
export const waitingNotices = sql`select company_id, id from notices where state = 'submitted'`

/** How far notices are on their way to approval. */
export const decisionsRepository = {
  submit: (db: Db, key: NoticeKey, writer: Writer) =>
    updateRow(db, key)
      .set({
        state: 'submitted',
        submitted_at: sql<string>`now()`,
        submitted_by: JSON.stringify(writer.by),
        decided_at: null,
        decided_by: null,
        decide_reason: '',
        ...writtenBy(writer),
        ...updateStamps(writer.by),
      })
      .execute(),
  /** From then on only the author counts as writer: what others have written has been seen by a second person. */
  approve: (db: Db, key: NoticeKey, by: Person) =>
    updateRow(db, key)
      .set({ state: 'approved', writers: sql<string[]>`writers[1:1]`, ...decidedBy(by, '') })
      .execute(),
  reject: (db: Db, key: NoticeKey, reason: string, by: Person) =>
    updateRow(db, key)
      .set({ state: 'rejected', ...decidedBy(by, reason) })
      .execute(),

  /** Makes a draft of a notice that waits for approval. */
  withdraw: (db: Db, key: NoticeKey) =>
    updateRow(db, key).set({ state: 'draft', version: sql<number>`version + 1` }).execute(),

  /**
   * Withdraws what has not started and was not approved.
   * @returns which
   */
  revokeUnapproved: (db: Db, companyId: string, reason: string, by: Person) =>
    db
      .updateTable('notices')
      .set({ state: 'revoked', revoked_at: sql<string>`now()`, revoke_reason: reason, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('state', '=', sql.lit('issued'))
      .where('starts_at', '>', sql<string>`now()`)
      .where('decided_at', 'is', null)
      .returning(['id', 'title'])
      .execute(),

  /**
   * Makes drafts of all that wait for approval.
   * @returns which
   */
  withdrawSubmissions: (db: Db, companyId: string) =>
    db
      .updateTable('notices')
      .set({ state: 'draft', version: sql<number>`version + 1` })
      .where('company_id', '=', companyId)
      .where('state', '=', sql.lit('submitted'))
      .returning(['id', 'title'])
      .execute(),
}
