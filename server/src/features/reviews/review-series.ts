import { maxOpenReviews } from '@atrium/contract/features/reviews/review-limits.ts'
import { reviewsContract } from '@atrium/contract/features/reviews/reviews.contract.ts'
import { reviewsErrors } from '@atrium/contract/features/reviews/reviews.errors.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { undoable } from '../../kernel/db/savepoint.ts'
import { AppError, type AuditNote } from '../../kernel/scope.ts'
import { rightsOf, rowsOf, wornRoles } from '../access/index.ts'
import type { Messages } from '../messages/index.ts'
import { users } from '../users/index.ts'
import { reviewSeriesRepository as repository } from './review-series.repository.ts'
import { type Beginner, beginReview, chosenNames } from './review-start.ts'
import { writeOwnAudit } from './review-work-log.ts'
import { reviewsRepository } from './reviews.repository.ts'

const platform = { reach: 'platform' } as const
const right = 'sysReviews:edit'
type Due = Awaited<ReturnType<typeof repository.due>>[number]
type Last = NonNullable<Awaited<ReturnType<typeof repository.hold>>>

/** In whose name a review begins, as he stands now. Throws `beginnerUnable` where he could not begin it himself. */
const beginnerOf = async (db: Db, companyId: string, userId: string): Promise<Beginner> => {
  const user = await users.find(db, companyId, userId)
  if (user?.status !== 1) throw new AppError(reviewsErrors.beginnerUnable)
  const { permissions } = await rightsOf(db, companyId, userId)
  if (permissions !== 'everything' && !permissions.has(right)) throw new AppError(reviewsErrors.beginnerUnable)
  return { companyId, userId, account: user.account, permissions, rows: await rowsOf(db, companyId, userId) }
}

const beginAgain = async (db: Db, companyId: string, { repeatBy, chosenIds, ...terms }: Last): Promise<AuditNote> => {
  const beginner = await beginnerOf(db, companyId, repeatBy.id)
  const { coverage } = terms
  const [roleIds, orgIds] = [coverage === 'roles' ? chosenIds : [], coverage === 'orgs' ? chosenIds : []]
  const start = { ...terms, roleIds, orgIds }
  const { names } = await chosenNames(db, companyId, start)
  return (await beginReview(db, beginner, { ...start, chosen: names }, repeatBy)).note
}

/** Said of the beginner to others. */
const reasonOf = ({ spec }: AppError): string =>
  (spec === reviewsErrors.beyondOwnRights ? reviewsErrors.beginnerUnable : spec).msg

/** Begins reviews anew that are repeated; any number of nodes may do it at once. */
export const createReviewSeries = ({ database, messages }: { database: Database; messages: Messages }) => {
  const stop = async (db: Db, { companyId, company, id }: Due, name: string, reason: string) => {
    await repository.end(db, { companyId, id }, reason)
    const keepers = new Set((await wornRoles.keepers(db, companyId)).map(({ account }) => account))
    for (const account of keepers)
      await messages.enqueue(db, {
        ...{ companyId, channel: 'mail', template: 'reviewStopped', to: { account } },
        values: { name, company, reason },
      })
    const note = { entityId: id, entityName: name, after: { reason } }
    await writeOwnAudit(db, companyId, [{ event: 'review.repeatStopped', note }])
  }

  /** The next one of a series, or the end of it. A company in which too many go on waits. */
  const goOn = (due: Due) =>
    database.transact({ reach: 'company', companyId: due.companyId }, async (db) => {
      const { companyId } = due
      const last = await repository.hold(db, due)
      if (!last || (await reviewsRepository.countOpen(db, companyId)) >= maxOpenReviews) return
      let begun: AuditNote = {}
      const refusal = await undoable(db, async () => {
        begun = await beginAgain(db, companyId, last)
      })
      if (refusal) return stop(db, due, last.name, reasonOf(refusal))
      await repository.end(db, due)
      await writeOwnAudit(db, companyId, [{ event: reviewsContract.create.audit.event, note: begun }])
    })

  /** Begins all whose time has come. In: whether to go on. */
  return async (mayGoOn: () => boolean) => {
    for (const due of await database.transact(platform, repository.due)) if (mayGoOn()) await goOn(due)
  }
}
