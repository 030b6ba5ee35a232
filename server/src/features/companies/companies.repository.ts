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
}
