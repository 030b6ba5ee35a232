import type { Db } from '../../../kernel/db/database.ts'

/** Whether a member holds the post. */
export const isHeld = async (db: Db, postId: string): Promise<boolean> =>
  (await db.selectFrom('user_orgs').where('post_id', '=', postId).select('post_id').limit(1).executeTakeFirst()) !==
  undefined
