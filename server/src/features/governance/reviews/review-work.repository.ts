import type { ReviewOutcome } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { sql } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import type { Db } from '../../../kernel/db/database.ts'

export type ReviewRef = { companyId: string; id: string }
/** Outcome of an item, with the reason if the role was not revoked. */
export type ItemResult = { id: string; outcome: ReviewOutcome; refusal: string }
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Statements for background work on reviews. */
export const reviewWorkRepository = {
  /**
   * Closes one due review; concurrent nodes take others. Reviews of read-only companies wait, since nothing could be
   * answered there. Requires platform reach.
   */
  closeDue: async (db: Db) => {
    await extendTimeout(db, 1)
    const { rows } = await sql<ReviewRef & { name: string; removing: number }>`
      update reviews set state = 'applying', closed_at = now(), removing = (
        select count(*) from review_items items
        where items.company_id = reviews.company_id and items.review_id = reviews.id
          and coalesce(items.answer, reviews.unanswered) = 'remove')
      where (company_id, id) = (
        select due.company_id, due.id from reviews due join companies on companies.id = due.company_id
        where due.state = 'open' and due.due_at <= now() and admission_of(companies, ${nilUuid}) = 'open'
        order by due.due_at limit 1 for update of due skip locked)
      returning company_id as "companyId", id, name, removing`.execute(db)
    return rows[0]
  },

  /** Reviews being applied, first closed first. Requires platform reach. */
  applying: (db: Db): Promise<ReviewRef[]> =>
    db
      .selectFrom('reviews')
      .where('state', '=', 'applying')
      .orderBy('closed_at')
      .select(['company_id as companyId', 'id'])
      .execute(),

  /** Locks a review being applied; undefined if another node has it or it was cancelled. */
  lock: (db: Db, { companyId, id }: ReviewRef) =>
    db
      .selectFrom('reviews')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'applying')
      .select(['name', 'unanswered', 'applied_to as appliedTo'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),

  /** Next roles to revoke, in item id order. */
  nextItems: (db: Db, { companyId, id }: ReviewRef, after: string | null, unanswered: string, limit: number) =>
    db
      .selectFrom('review_items')
      .where('company_id', '=', companyId)
      .where('review_id', '=', id)
      .where('id', '>', after ?? nilUuid)
      .where(sql<boolean>`coalesce(answer, ${unanswered}) = 'remove'`)
      .orderBy('id')
      .limit(limit)
      .select(['id', 'user_id as userId', 'role_id as roleId'])
      .execute(),

  /** Saves the results of a batch that ends at item `upTo`; `isLast` closes the review. */
  saveResults: async (
    db: Db,
    { companyId, id }: ReviewRef,
    results: readonly ItemResult[],
    { upTo, isLast }: { upTo: string | null; isLast: boolean },
  ) => {
    await sql`update review_items items set outcome = made.outcome, refusal = made.refusal
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as made (id uuid, outcome text, refusal text)
      where items.company_id = ${companyId} and items.id = made.id`.execute(db)
    const count = (of: ReviewOutcome) => results.filter(({ outcome }) => outcome === of).length
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

  /** Claims reviewers to notify; concurrent nodes claim others. Requires platform reach. */
  claimUnnotified: async (db: Db, limit: number) => {
    type Unnotified = { companyId: string; company: string; name: string; due: string; items: number } & {
      account: string
      timeZone: string
    }
    const { rows } = await sql<Unnotified>`
      with untold as (
        select lists.company_id, lists.review_id, lists.reviewer_id
        from review_lists lists
          join reviews on reviews.company_id = lists.company_id and reviews.id = lists.review_id
        where lists.notified_at is null and reviews.state = 'open' and reviews.due_at > now() limit ${limit}
        for update of lists skip locked),
      progress as (
        update review_lists lists set notified_at = now() from untold
        where lists.company_id = untold.company_id and lists.review_id = untold.review_id
          and lists.reviewer_id = untold.reviewer_id
        returning lists.*)
      select progress.company_id as "companyId", companies.name as company, reviews.name, reviews.due_at as due,
        progress.items - progress.answered as items, users.account, users.time_zone as "timeZone"
      from progress
        join reviews on reviews.company_id = progress.company_id and reviews.id = progress.review_id
        join companies on companies.id = progress.company_id
        join users on users.company_id = progress.company_id and users.id = progress.reviewer_id
      where progress.answered < progress.items`.execute(db)
    return rows
  },
}
