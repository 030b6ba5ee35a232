import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

type Kind = 'menu' | 'app'
const ofUser = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('portal_shortcuts').where('company_id', '=', companyId).where('user_id', '=', userId)
const keys = ['company_id', 'user_id', 'kind', 'target_id'] as const

/** What users have arranged for themselves. */
export const shortcutsRepository = {
  /** Ids of favourites in their order. */
  favorites: async (db: Db, owner: Owner, kind: Kind): Promise<string[]> =>
    (
      await ofUser(db, owner)
        .where('kind', '=', kind)
        .where('position', 'is not', null)
        .orderBy('position')
        .select('target_id')
        .execute()
    ).map(({ target_id }) => target_id),

  /** Replaces the favourites of a kind by these, in this order. */
  async arrange(db: Db, { companyId, userId }: Owner, kind: Kind, ids: readonly string[]) {
    await db
      .updateTable('portal_shortcuts')
      .set({ position: null })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
    if (ids.length === 0) return
    await db
      .insertInto('portal_shortcuts')
      .values(ids.map((id, at) => ({ company_id: companyId, user_id: userId, kind, target_id: id, position: at })))
      .onConflict((conflict) => conflict.columns(keys).doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })))
      .execute()
  },

  /** Notes that a user has opened an application. */
  noteUse: (db: Db, { companyId, userId }: Owner, appId: string) =>
    db
      .insertInto('portal_shortcuts')
      .values({ company_id: companyId, user_id: userId, kind: 'app', target_id: appId, used_at: sql<string>`now()` })
      .onConflict((conflict) => conflict.columns(keys).doUpdateSet({ used_at: sql<string>`now()` }))
      .execute(),

  /** Whether a menu exists that is no group. */
  isMenu: async (db: Db, id: string): Promise<boolean> =>
    (await db.selectFrom('menus').where('id', '=', id).select('id').executeTakeFirst()) !== undefined,
}
