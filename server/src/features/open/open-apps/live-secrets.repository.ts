import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { isLiveSecret } from './open-apps.repository.ts'

/** What applications prove themselves with: valid until it ends, expires, or its successor's overlap is over. */
export const liveSecrets = (table: 'open_app_secrets' | 'open_app_scim_tokens') => ({
  countLive: async (db: Db, appId: string) =>
    (
      await db
        .selectFrom(table)
        .where('app_id', '=', appId)
        .where(isLiveSecret)
        .select(sql<number>`count(*)`.as('many'))
        .executeTakeFirst()
    )?.many ?? 0,
  /** Ids of those who have made the valid ones, and so know them. */
  makers: async (db: Db, appId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom(table)
      .where('app_id', '=', appId)
      .where(isLiveSecret)
      .select(sql<string>`created_by->>'id'`.as('id'))
      .distinct()
      .execute()
    return rows.map(({ id }) => id)
  },
  /** Lets the valid ones end after a given number of hours, or before if they expire earlier. */
  replaceLive: (db: Db, appId: string, overlapHours: number) =>
    db
      .updateTable(table)
      .set({
        replaced_at: sql<string>`now()`,
        expire_at: sql<string>`least(expire_at, now() + ${overlapHours} * interval '1 hour')`,
      })
      .where('app_id', '=', appId)
      .where(isLiveSecret)
      .execute(),
  revoke: (db: Db, id: string) =>
    db.updateTable(table).set({ revoked_at: sql<string>`now()` }).where('id', '=', id).execute(),
})
