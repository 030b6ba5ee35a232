import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'

const pinQuery = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('pinned_companies').where('company_id', '=', companyId).where('user_id', '=', userId)

/** Companies pinned by a user. Requires platform reach. */
export const pinsRepository = {
  /**
   * Pins a company; a no-op if already pinned. Serialised per user.
   * @returns false if there are `max` pins already
   */
  async add(db: Db, owner: Owner, pinnedId: string, max: number): Promise<boolean> {
    await users.hold(db, owner)
    const pinned = (await pinQuery(db, owner).select('pinned_id').execute()).map(({ pinned_id }) => pinned_id)
    if (pinned.includes(pinnedId)) return true
    if (pinned.length >= max) return false
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
