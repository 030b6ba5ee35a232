import type { Coverage } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'
import type { ReviewRef } from './review-work.repository.ts'

const nilUuid = '00000000-0000-0000-0000-000000000000'
/** Start of the next review. Months follow the platform's time zone. */
export const nextStart: RawBuilder<string> = sql`
  (reviews.created_at at time zone ${platformZone} + make_interval(months => reviews.repeat_months)) at time zone ${platformZone}`
const isDue = sql<boolean>`reviews.repeat_months > 0 and reviews.state = 'closed' and ${nextStart} <= now()`

const updateOne = (db: Db, { companyId, id }: ReviewRef) =>
  db.updateTable('reviews').where('company_id', '=', companyId).where('id', '=', id)

/** Statements for repeated reviews. */
export const reviewSeriesRepository = {
  /** Closed reviews whose next one is due; read-only companies wait. Requires platform reach. */
  due: (db: Db): Promise<(ReviewRef & { company: string })[]> =>
    db
      .selectFrom('reviews')
      .innerJoin('companies', 'companies.id', 'reviews.company_id')
      .where(isDue)
      .where(sql<boolean>`admission_of(companies, ${nilUuid}) = 'open'`)
      .orderBy('reviews.created_at')
      .select(['reviews.company_id as companyId', 'reviews.id', 'companies.name as company'])
      .execute(),

  /** Locks such a review and computes the next due date; undefined if another node has it. */
  lock: (db: Db, { companyId, id }: ReviewRef) =>
    db
      .selectFrom('reviews')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where(isDue)
      .select(['name', 'coverage', 'chosen_ids as chosenIds', 'unanswered', 'repeat_months as repeatMonths'])
      .select(['repeat_by as repeatBy', sql<string>`now() + (due_at - created_at)`.as('dueTime')])
      .forUpdate()
      .skipLocked()
      .$castTo<{
        name: string
        coverage: Coverage
        chosenIds: string[]
        unanswered: 'keep' | 'remove'
        repeatMonths: 1 | 3 | 6 | 12
        repeatBy: Person
        dueTime: string
      }>()
      .executeTakeFirst(),

  /** Sets or ends the repetition. The user who set it first stays responsible. */
  set: (db: Db, review: ReviewRef, repeatMonths: number, by: Person) =>
    updateOne(db, review)
      .set({
        repeat_months: repeatMonths,
        stopped: '',
        repeat_by: repeatMonths === 0 ? null : sql`coalesce(repeat_by, ${JSON.stringify(by)}::jsonb)`,
      })
      .execute(),

  /** Ends the repetition: the next review has started, or `reason` says why it could not. */
  end: (db: Db, review: ReviewRef, reason = '') =>
    updateOne(db, review).set({ repeat_months: 0, repeat_by: null, stopped: reason }).execute(),
}
