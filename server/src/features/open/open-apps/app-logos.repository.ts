import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type Key = { companyId: string; appId: string }

/** Logos of applications; with platform reach as with that of the company. */
export const appLogosRepository = {
  find: (db: Db, { companyId, appId }: Key) =>
    db
      .selectFrom('open_app_logos')
      .where('company_id', '=', companyId)
      .where('app_id', '=', appId)
      .select('file_id as fileId')
      .executeTakeFirst(),
  use: (db: Db, { companyId, appId }: Key, fileId: string) =>
    db
      .insertInto('open_app_logos')
      .values({ company_id: companyId, app_id: appId, file_id: fileId })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'app_id']).doUpdateSet({ file_id: sql<string>`excluded.file_id` }),
      )
      .execute(),
  remove: (db: Db, { companyId, appId }: Key) =>
    db.deleteFrom('open_app_logos').where('company_id', '=', companyId).where('app_id', '=', appId).execute(),
}
