import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Those of these ids that are posts of the company. */
export const knownPosts = async (db: Db, companyId: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('posts')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .select('id')
    .execute()
  return new Set(found.map(({ id }) => id))
}
/** Whether all of these are posts of the company. */
export const hasPosts = async (db: Db, companyId: string, ids: readonly string[]): Promise<boolean> =>
  (await knownPosts(db, companyId, ids)).size === new Set(ids).size

/** Whether a member holds the post. */
export const isHeld = async (db: Db, postId: string): Promise<boolean> =>
  (await db.selectFrom('user_orgs').where('post_id', '=', postId).select('post_id').limit(1).executeTakeFirst()) !==
  undefined
