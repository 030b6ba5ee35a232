import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'

type Owner = { companyId: string; userId: string }

const former = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('password_history').where('company_id', '=', companyId).where('user_id', '=', userId)

export const passwordHistoryRepository = {
  /** The hashes of somebody's former passwords, the latest first. */
  latest: async (db: Db, owner: Owner, count: number): Promise<string[]> => {
    const rows = former(db, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(count)
    return (await rows.select('password_hash').execute()).map((row) => row.password_hash)
  },

  /** Keeps the password somebody has now among the former ones. */
  keepCurrent: (db: Db, { companyId, userId }: Owner) =>
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

  /** Forgets all former passwords but the latest. */
  prune: (db: Db, owner: Owner, count: number) =>
    db
      .deleteFrom('password_history')
      .where('company_id', '=', owner.companyId)
      .where('user_id', '=', owner.userId)
      .where(
        'id',
        'in',
        former(db, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').offset(count).select('id'),
      )
      .execute(),
}
