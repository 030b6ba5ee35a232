import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { Owner } from '../../../kernel/scope.ts'

export const accountRepository = {
  /** Audit log rows of one user, newest first. */
  logs(db: Db, companyId: string, userId: string, query: ListQuery, event: string | undefined) {
    let own = db.selectFrom('audit_log').where('company_id', '=', companyId).where('actor_id', '=', userId)
    if (event !== undefined) own = own.where('event', '=', event)
    const rows = own
      .select(['id', 'time', 'event', 'ip', 'agent', 'ok', 'code', 'trace_id as traceId'])
      .select(sql<string>`coalesce(entity_name, '')`.as('entityName'))
      .orderBy('seq', 'desc')
    return fetchPage(db, query, rows, own)
  },

  /** The language that an account has chosen, held until it is another one. */
  language: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select('language')
      .forNoKeyUpdate()
      .executeTakeFirst(),

  setLanguage: (db: Db, { companyId, userId }: Owner, language: string | null) =>
    db.updateTable('users').where('company_id', '=', companyId).where('id', '=', userId).set({ language }).execute(),

  portrait: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('portraits')
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'portraits.company_id').onRef('files.id', '=', 'portraits.file_id'),
      )
      .where('portraits.company_id', '=', companyId)
      .where('portraits.user_id', '=', userId)
      .select(['files.id as fileId', 'files.company_id as companyId', 'files.sha256'])
      .executeTakeFirst(),

  replacePortrait: (
    db: Db,
    { companyId, userId }: Owner,
    picture: { fileId: string; thumbnail: Buffer; etag: string },
  ) => {
    const { fileId, ...shown } = picture
    const columns = { file_id: fileId, ...shown }
    return db
      .insertInto('portraits')
      .values({ company_id: companyId, user_id: userId, ...columns })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(columns))
      .execute()
  },
}
