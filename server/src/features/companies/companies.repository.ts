import type { Db } from '../../kernel/db/database.ts'
import { newCompanyId } from '../../kernel/ids.ts'

export const companiesRepository = {
  platformCompany: (db: Db) =>
    db.selectFrom('companies').where('platform', '=', true).select(['id', 'name']).executeTakeFirst(),

  insertPlatformCompany: (db: Db, name: string) =>
    db
      .insertInto('companies')
      .values({ id: newCompanyId(), name, platform: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  membersCompany: (db: Db) => db.selectFrom('companies').where('members', '=', true).select('id').executeTakeFirst(),

  insertMembersCompany: (db: Db, name: string) =>
    db
      .insertInto('companies')
      .values({ id: newCompanyId(), name, members: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  findByName: (db: Db, name: string) =>
    db.selectFrom('companies').where('name', '=', name).select('id').executeTakeFirst(),

  /** Out: its id; undefined when the name is taken, also between two that come at once. */
  insert: async (db: Db, name: string): Promise<string | undefined> =>
    (
      await db
        .insertInto('companies')
        .values({ id: newCompanyId(), name })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst()
    )?.id,
}
