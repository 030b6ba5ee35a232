import { maxOpenReviews } from '@atrium/contract/features/governance/reviews/review-limits.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { reviewsErrors } from '@atrium/contract/features/governance/reviews/reviews.errors.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { runInSavepoint } from '../../../kernel/db/savepoint.ts'
import { AppError, type AuditNote } from '../../../kernel/scope.ts'
import { later } from '../../../kernel/texts/later-text.ts'
import { readRights, readRowScopes, roleAssignments } from '../../access/authorization/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { users } from '../../people/users/index.ts'
import { reviewSeriesRepository as repository } from './review-series.repository.ts'
import { findChosenNames, type ReviewStarter, startReview } from './review-start.ts'
import { writeSystemAudit } from './review-work-log.ts'
import { reviewsRepository } from './reviews.repository.ts'

const platform = { reach: 'platform' } as const
const requiredPermission = 'sysReviews:edit'
type DueReview = Awaited<ReturnType<typeof repository.due>>[number]
type PreviousReview = NonNullable<Awaited<ReturnType<typeof repository.lock>>>

/**
 * The user in whose name a review starts, with their current rights.
 * @throws `beginnerUnable` if they could not start it themselves
 */
const findStarter = async (db: Db, companyId: string, userId: string): Promise<ReviewStarter> => {
  const user = await users.find(db, companyId, userId)
  if (user?.status !== 1) throw new AppError(reviewsErrors.beginnerUnable)
  const { permissions } = await readRights(db, companyId, userId)
  if (permissions !== 'everything' && !permissions.has(requiredPermission))
    throw new AppError(reviewsErrors.beginnerUnable)
  return { companyId, userId, account: user.account, permissions, rows: await readRowScopes(db, companyId, userId) }
}

const startNext = async (
  db: Db,
  companyId: string,
  { repeatBy, chosenIds, ...terms }: PreviousReview,
): Promise<AuditNote> => {
  const starter = await findStarter(db, companyId, repeatBy.id)
  const { coverage } = terms
  const [roleIds, orgIds] = [coverage === 'roles' ? chosenIds : [], coverage === 'orgs' ? chosenIds : []]
  const start = { ...terms, roleIds, orgIds }
  const { names } = await findChosenNames(db, companyId, start)
  return (await startReview(db, starter, { ...start, chosen: names }, repeatBy)).note
}

/** Reason shown to others: own rights are reported as the starter's. */
const stopReason = ({ spec }: AppError): string =>
  (spec === reviewsErrors.beyondOwnRights ? reviewsErrors.beginnerUnable : spec).msg

/** Starts the next reviews of repeated ones. Safe to run on several nodes. */
export const createReviewSeries = ({ database, messages }: { database: Database; messages: Messages }) => {
  const stopSeries = async (db: Db, { companyId, company, id }: DueReview, name: string, reason: string) => {
    await repository.end(db, { companyId, id }, reason)
    const accounts = new Set((await roleAssignments.companyAdmins(db, companyId)).map(({ account }) => account))
    for (const account of accounts)
      await messages.enqueue(db, {
        companyId,
        channel: 'mail',
        template: 'reviewStopped',
        to: { account },
        values: { name, company, reason: later(reason) },
      })
    const note = { entityId: id, entityName: name, after: { reason } }
    await writeSystemAudit(db, companyId, [{ event: 'review.repeatStopped', note }])
  }

  /** Starts the next review or stops the series. Waits while the company has too many open reviews. */
  const continueSeries = (due: DueReview) =>
    database.transact({ reach: 'company', companyId: due.companyId }, async (db) => {
      const { companyId } = due
      const previous = await repository.lock(db, due)
      if (!previous || (await reviewsRepository.countOpen(db, companyId)) >= maxOpenReviews) return
      let note: AuditNote = {}
      const refusal = await runInSavepoint(db, async () => {
        note = await startNext(db, companyId, previous)
      })
      if (refusal) return stopSeries(db, due, previous.name, stopReason(refusal))
      await repository.end(db, due)
      await writeSystemAudit(db, companyId, [{ event: reviewsContract.create.audit.event, note }])
    })

  /** Starts all due reviews while `shouldContinue` holds. */
  return async (shouldContinue: () => boolean) => {
    for (const due of await database.transact(platform, repository.due)) if (shouldContinue()) await continueSeries(due)
  }
}
