import type { ReviewOutcome } from '@atrium/contract/features/reviews/own-reviews.contract.ts'
import { sql } from 'kysely'
import { allowMinutes } from '../../kernel/db/bound-connection.ts'
import type { Db } from '../../kernel/db/database.ts'

export type Waiting = { companyId: string; id: string }
/** What became of an item, and why where it is another than was wished. */
export type Settled = { id: string; outcome: ReviewOutcome; refusal: string }
const nobody = '00000000-0000-0000-0000-000000000000'

/** What of reviews is done without anybody asking for it. */
export const reviewWorkRepository = {
  /**
   * Closes one review that is due; other nodes take other ones. A company that can change nothing at this moment has answered
   * nothing either: its reviews wait. Platform sight.
   */
  closeDue: async (db: Db) => {
    await allowMinutes(db, 1)
    const { rows } = await sql<Waiting & { name: string; removing: number }>`
      update reviews set state = 'applying', closed_at = now(), removing = (
        select count(*) from review_items items
        where items.company_id = reviews.company_id and items.review_id = reviews.id
          and coalesce(items.answer, reviews.unanswered) = 'remove')
      where (company_id, id) = (
        select due.company_id, due.id from reviews due join companies on companies.id = due.company_id
        where due.state = 'open' and due.due_at <= now() and door_of(companies, ${nobody}) = 'open'
        order by due.due_at limit 1 for update of due skip locked)
      returning company_id as "companyId", id, name, removing`.execute(db)
    return rows[0]
  },

  /** The reviews of which roles are being taken, those closed first at the front. Platform sight. */
  applying: (db: Db): Promise<Waiting[]> =>
    db
      .selectFrom('reviews')
      .where('state', '=', 'applying')
      .orderBy('closed_at')
      .select(['company_id as companyId', 'id'])
      .execute(),

  /** Such a review, held until the transaction ends; undefined when another node has it, or it was cancelled. */
  hold: (db: Db, { companyId, id }: Waiting) =>
    db
      .selectFrom('reviews')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'applying')
      .select(['name', 'unanswered', 'applied_to as appliedTo'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),

  /** The next roles to be taken, by the id of their items. */
  next: (db: Db, { companyId, id }: Waiting, after: string | null, unanswered: string, most: number) =>
    db
      .selectFrom('review_items')
      .where('company_id', '=', companyId)
      .where('review_id', '=', id)
      .where('id', '>', after ?? nobody)
      .where(sql<boolean>`coalesce(answer, ${unanswered}) = 'remove'`)
      .orderBy('id')
      .limit(most)
      .select(['id', 'user_id as userId', 'role_id as roleId'])
      .execute(),

  /** Writes down what became of a piece, up to and with that item; `isLast` when there is none behind it. */
  settle: async (
    db: Db,
    { companyId, id }: Waiting,
    settled: readonly Settled[],
    { upTo, isLast }: { upTo: string | null; isLast: boolean },
  ) => {
    await sql`update review_items items set outcome = made.outcome, refusal = made.refusal
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as made (id uuid, outcome text, refusal text)
      where items.company_id = ${companyId} and items.id = made.id`.execute(db)
    const count = (of: ReviewOutcome) => settled.filter(({ outcome }) => outcome === of).length
    await db
      .updateTable('reviews')
      .set((eb) => ({
        removed: eb('removed', '+', count('removed')),
        gone: eb('gone', '+', count('gone')),
        refused: eb('refused', '+', count('refused')),
        ...(upTo !== null && { applied_to: upTo }),
        ...(isLast && { state: 'closed' }),
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  },

  /** Some of those who are to be told what waits for them; other nodes take others. Platform sight. */
  takeUntold: async (db: Db, most: number) => {
    type Untold = { companyId: string; company: string; name: string; due: string; items: number } & {
      account: string
      timeZone: string
    }
    const { rows } = await sql<Untold>`
      with untold as (
        select lists.company_id, lists.review_id, lists.reviewer_id
        from review_lists lists
          join reviews on reviews.company_id = lists.company_id and reviews.id = lists.review_id
        where lists.told_at is null and reviews.state = 'open' and reviews.due_at > now() limit ${most}
        for update of lists skip locked),
      told as (
        update review_lists lists set told_at = now() from untold
        where lists.company_id = untold.company_id and lists.review_id = untold.review_id
          and lists.reviewer_id = untold.reviewer_id
        returning lists.*)
      select told.company_id as "companyId", companies.name as company, reviews.name, reviews.due_at as due,
        told.items - told.answered as items, users.account, users.time_zone as "timeZone"
      from told
        join reviews on reviews.company_id = told.company_id and reviews.id = told.review_id
        join companies on companies.id = told.company_id
        join users on users.company_id = told.company_id and users.id = told.reviewer_id
      where told.answered < told.items`.execute(db)
    return rows
  },
}
