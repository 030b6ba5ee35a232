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

  portrait: (db: Db, companyId: string, userId: string) =>
    db
      .selectFrom('portraits')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .select(['image', 'etag'])
      .executeTakeFirst(),

  replacePortrait: (db: Db, portrait: Owner & { image: Buffer; thumbnail: Buffer; etag: string }) => {
    const { companyId, userId, ...picture } = portrait
    return db
      .insertInto('portraits')
      .values({ company_id: companyId, user_id: userId, ...picture })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(picture))
      .execute()
  },
}
