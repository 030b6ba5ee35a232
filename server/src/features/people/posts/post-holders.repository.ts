import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Whether all of these are posts of the company. */
export const hasPosts = async (db: Db, companyId: string, ids: readonly string[]): Promise<boolean> => {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return true
  const found = await db
    .selectFrom('posts')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${unique}::uuid[])`)
    .select('id')
    .execute()
  return found.length === unique.length
}

/** Whether a member holds the post. */
export const isHeld = async (db: Db, postId: string): Promise<boolean> =>
  (await db.selectFrom('user_orgs').where('post_id', '=', postId).select('post_id').limit(1).executeTakeFirst()) !==
  undefined
