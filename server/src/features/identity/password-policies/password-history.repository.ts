import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

type Owner = { companyId: string; userId: string }

const formerPasswords = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('password_history').where('company_id', '=', companyId).where('user_id', '=', userId)

export const passwordHistoryRepository = {
  /** Hashes of a user's former passwords, newest first. */
  listLatest: async (db: Db, owner: Owner, count: number): Promise<string[]> => {
    const rows = formerPasswords(db, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(count)
    return (await rows.select('password_hash').execute()).map((row) => row.password_hash)
  },

  /** Adds a user's current password to the history. */
  archiveCurrent: (db: Db, { companyId, userId }: Owner) =>
    db
      .insertInto('password_history')
      .columns(['company_id', 'user_id', 'id', 'password_hash'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .where('company_id', '=', companyId)
          .where('id', '=', userId)
          .select(['company_id', 'id as user_id', eb.val(newId()).as('id'), 'password_hash']),
      )
      .execute(),

  /** Keeps the newest `count` former passwords. */
  prune: (db: Db, owner: Owner, count: number) =>
    db
      .deleteFrom('password_history')
      .where('company_id', '=', owner.companyId)
      .where('user_id', '=', owner.userId)
      .where(
        'id',
        'in',
        formerPasswords(db, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').offset(count).select('id'),
      )
      .execute(),
}
