import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

export type WatchedView = Owner & {
  id: string
  list: string
  name: string
  query: string
  seenUntil: string
  seenIds: string[]
  /** Its owner has signed in lately. */
  isUsed: boolean
}
type Key = Pick<WatchedView, 'companyId' | 'id'>

const find = (db: Db, { companyId, id }: Key) =>
  db.updateTable('list_views').where('company_id', '=', companyId).where('id', '=', id)

/** When a view is looked at next: spread, so that those of many do not come at once. */
const nextTime = (notify: unknown) =>
  sql<string>`now() + case ${notify} when 'hourly' then interval '1 hour' else interval '1 day' end * (0.9 + random() / 5)`

/** Saved searches that remind their owners. Needs platform reach. */
export const watchedViewsRepository = {
  /** From now on, or not at all. */
  setNotify: (db: Db, key: Key, notify: 'hourly' | 'daily' | undefined) =>
    find(db, key)
      .set({
        notify: notify ?? null,
        notify_at: notify ? nextTime(notify) : null,
        seen_until: notify ? sql<string>`now()` : null,
        seen_ids: [],
        notify_stopped: '',
      })
      .execute(),

  countNotifying: async (db: Db, { companyId, userId }: Owner, except: string): Promise<number> =>
    (
      await db
        .selectFrom('list_views')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where('notify', 'is not', null)
        .where('id', '<>', except)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirst()
    )?.count ?? 0,

  /** Views that are due, each claimed until its next time. */
  async claimDue(db: Db, most: number): Promise<WatchedView[]> {
    const { rows } = await sql<WatchedView>`
      update list_views set notify_at = ${nextTime(sql.ref('notify'))}
      from (select company_id, id from list_views where notify_at <= now() order by notify_at limit ${most}
        for update skip locked) due
      where list_views.company_id = due.company_id and list_views.id = due.id
      returning list_views.company_id as "companyId", list_views.id, user_id as "userId", list, name, query,
        seen_until as "seenUntil", seen_ids as "seenIds",
        exists (select from sessions where sessions.company_id = list_views.company_id
          and sessions.user_id = list_views.user_id and last_seen_at > now() - interval '30 days') as "isUsed"`.execute(
      db,
    )
    return rows
  },

  /** The path of a menu's page as operators have arranged it: those of the menus above it, then its own. */
  async findMenuPath(db: Db, code: string): Promise<string | undefined> {
    const { rows } = await sql<{ path: string }>`
      with recursive line as (
        select id, parent_id, metadata ->> 'path' as path, 0 as depth from menus where code = ${code}
        union all
        select above.id, above.parent_id, above.metadata ->> 'path', line.depth + 1
        from menus above join line on above.id = line.parent_id)
      select string_agg(path, '/' order by depth desc) as path from line where path <> ''`.execute(db)
    return rows[0]?.path ?? undefined
  },

  noteSeen: (db: Db, key: Key, seenUntil: string, seenIds: readonly string[]) =>
    find(db, key)
      .set({ seen_until: seenUntil, seen_ids: [...seenIds] })
      .execute(),

  stop: (db: Db, key: Key, reason: string) =>
    find(db, key).set({ notify: null, notify_at: null, notify_stopped: reason }).execute(),
}
