import type {
  Preferences,
  PreferencesWrite,
} from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

/** Preferences of a user. Needs platform reach. */
export const preferencesRepository = {
  find: async (db: Db, { companyId, userId }: Owner) => {
    const found = await db
      .selectFrom('preferences')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .select('content')
      .$castTo<{ content: Partial<Preferences> }>()
      .executeTakeFirst()
    return found?.content
  },

  /** Replaces the given ones. */
  merge: (db: Db, { companyId, userId }: Owner, write: PreferencesWrite) =>
    db
      .insertInto('preferences')
      .values({ company_id: companyId, user_id: userId, content: JSON.stringify(write) })
      .onConflict((on) =>
        on.constraint('preferences__pk').doUpdateSet({ content: sql`preferences.content || excluded.content` }),
      )
      .execute(),
}
