import type { Db } from '../../kernel/db/database.ts'
import type { Owner } from '../../kernel/scope.ts'
import { users } from '../users/index.ts'

const of = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('pinned_companies').where('company_id', '=', companyId).where('user_id', '=', userId)

/** The companies that somebody keeps at hand. Platform sight. */
export const pinsRepository = {
  /** Keeps one more at hand, unless it is already. Out: whether there was room; somebody's pins take turns. */
  async add(db: Db, owner: Owner, pinnedId: string, most: number): Promise<boolean> {
    await users.hold(db, owner)
    const pinned = (await of(db, owner).select('pinned_id').execute()).map(({ pinned_id }) => pinned_id)
    if (pinned.includes(pinnedId)) return true
    if (pinned.length >= most) return false
    await db
      .insertInto('pinned_companies')
      .values({ company_id: owner.companyId, user_id: owner.userId, pinned_id: pinnedId })
      .execute()
    return true
  },

  remove: (db: Db, { companyId, userId }: Owner, pinnedId: string) =>
    db
      .deleteFrom('pinned_companies')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('pinned_id', '=', pinnedId)
      .execute(),
}
