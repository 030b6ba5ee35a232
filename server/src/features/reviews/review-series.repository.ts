import type { Coverage } from '@atrium/contract/features/reviews/reviews.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { platformZone } from '../../kernel/wall-clock.ts'
import type { Waiting } from './review-work.repository.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
/** When the next one begins of a review that is repeated: months are those of the platform's own clock. */
export const nextStart: RawBuilder<string> = sql`
  (reviews.created_at at time zone ${platformZone} + make_interval(months => reviews.repeat_months)) at time zone ${platformZone}`
const isDue = sql<boolean>`reviews.repeat_months > 0 and reviews.state = 'closed' and ${nextStart} <= now()`

const one = (db: Db, { companyId, id }: Waiting) =>
  db.updateTable('reviews').where('company_id', '=', companyId).where('id', '=', id)

/** What is needed to begin reviews anew. */
export const reviewSeriesRepository = {
  /** Those that are over and whose next one should begin; a company that can change nothing waits. Platform sight. */
  due: (db: Db): Promise<(Waiting & { company: string })[]> =>
    db
      .selectFrom('reviews')
      .innerJoin('companies', 'companies.id', 'reviews.company_id')
      .where(isDue)
      .where(sql<boolean>`door_of(companies, ${nobody}) = 'open'`)
      .orderBy('reviews.created_at')
      .select(['reviews.company_id as companyId', 'reviews.id', 'companies.name as company'])
      .execute(),

  /** Such a review, held until the transaction ends, and when the next one would be due; undefined when another node has it. */
  hold: (db: Db, { companyId, id }: Waiting) =>
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

  /** From now on, or no longer. Whoever said so first answers for it. */
  set: (db: Db, review: Waiting, repeatMonths: number, by: Person) =>
    one(db, review)
      .set({
        ...{ repeat_months: repeatMonths, stopped: '' },
        repeat_by: repeatMonths === 0 ? null : sql`coalesce(repeat_by, ${JSON.stringify(by)}::jsonb)`,
      })
      .execute(),

  /** It is repeated no more, by itself: the next one has begun, or the reason is why it has not. */
  end: (db: Db, review: Waiting, reason = '') =>
    one(db, review).set({ repeat_months: 0, repeat_by: null, stopped: reason }).execute(),
}
