import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'

/** Statements for handing reviews over. */
export const reviewHandoverRepository = {
  /** A reviewer in the caller's row scope, deleted ones included. */
  findReviewer: (db: Db, actor: Viewer, reviewId: string, userId: string) => {
    const isVisible = isVisibleUser(actor, 'lists.reviewer_id')
    const reviewer = db
      .selectFrom('review_lists as lists')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'lists.company_id').onRef('users.id', '=', 'lists.reviewer_id'),
      )
      .where('lists.company_id', '=', actor.companyId)
      .where('lists.review_id', '=', reviewId)
      .where('lists.reviewer_id', '=', userId)
      .select('users.name')
    return (isVisible ? reviewer.where(isVisible) : reviewer).executeTakeFirst()
  },

  /**
   * Moves unanswered items to the successor's list, which is notified again. Items about the successor go to the
   * review's creator, and stay if that is the successor or cannot sign in.
   * @returns the number of moved items
   */
  moveItems: async (
    db: Db,
    { companyId, id }: { companyId: string; id: string },
    from: string,
    to: string,
  ): Promise<number> => {
    const { rows } = await sql<{ items: number }>`
      with beginner as (
        select users.id from users
        where company_id = ${companyId} and users.id = (
            select nullif(created_by ->> 'id', '')::uuid from reviews where company_id = ${companyId} and id = ${id})
          and status_of(users) = 1 and users.id not in (${from}, ${to})),
      moved as (
        update review_items set reviewer_id = case when user_id = ${to} then (select id from beginner) else ${to}::uuid end
        where company_id = ${companyId} and review_id = ${id} and reviewer_id = ${from} and answer is null
          and (user_id <> ${to} or exists (select from beginner))
        returning reviewer_id),
      given as (
        insert into review_lists as lists (company_id, review_id, reviewer_id, items)
        select ${companyId}, ${id}, reviewer_id, count(*) from moved group by reviewer_id
        on conflict on constraint review_lists__pk do update set items = lists.items + excluded.items, notified_at = null),
      emptied as (
        delete from review_lists where company_id = ${companyId} and review_id = ${id} and reviewer_id = ${from}
          and items = (select count(*) from moved)),
      left_over as (
        update review_lists set items = items - (select count(*) from moved)
        where company_id = ${companyId} and review_id = ${id} and reviewer_id = ${from}
          and items > (select count(*) from moved))
      select count(*) as items from moved`.execute(db)
    return rows[0]?.items ?? 0
  },
}
