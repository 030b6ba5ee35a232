import { maxOpenReviews } from '@atrium/contract/features/governance/reviews/review-limits.ts'
import type { ItemsExport, ReviewStart } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { reviewsErrors } from '@atrium/contract/features/governance/reviews/reviews.errors.ts'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { getSuccessor, refusePast } from '../../people/users/index.ts'
import { impactOnAssignees } from '../roles/index.ts'
import { reviewHandoverRepository as handover } from './review-handover.repository.ts'
import { reviewImpactRepository } from './review-impact.repository.ts'
import { reviewItemSource } from './review-item-sheet.ts'
import { type ItemsQuery, reviewItemsRepository } from './review-items.repository.ts'
import { refuseBeyondOwnRights, refuseBeyondScope } from './review-rules.ts'
import { reviewSeriesRepository as series } from './review-series.repository.ts'
import { findChosenNames, startReview } from './review-start.ts'
import { type ReviewersQuery, type ReviewsQuery, reviewsRepository as repository } from './reviews.repository.ts'

type Ports = { database: Database; exportSheet: ExportSheet; startWork(scope: RequestScope): Promise<void> }

/** Reviews for administrators. Takes what starts the background work after the commit. */
export const createReviews = ({ database, exportSheet, startWork }: Ports) => {
  /**
   * Locks a review in one of these states.
   * @throws `notFound` and `over`
   */
  const lockReview = async ({ db, actor }: RequestScope, id: string, states: readonly string[] = ['open']) => {
    const review = orNotFound(await repository.lock(db, actor.companyId, id))
    if (!states.includes(review.state)) throw new AppError(reviewsErrors.over)
    return review
  }
  /**
   * The same for a change of its answers or their effect.
   * @throws `beyondScope` too
   */
  const lockForChange = async (scope: RequestScope, id: string) => {
    const review = await lockReview(scope, id)
    await extendTimeout(scope.db, 1)
    await refuseBeyondScope(scope.db, scope.actor, id)
    return review
  }
  /** The same for what changes no rights, which its creator may do wherever its users have gone since. */
  const lockForControl = async (scope: RequestScope, id: string, states?: readonly string[]) => {
    const review = await lockReview(scope, id, states)
    if (review.creator !== scope.actor.userId) await refuseBeyondScope(scope.db, scope.actor, id)
    return review
  }

  return {
    async list({ db }: RequestScope, query: ReviewsQuery) {
      assertPageDepth(query)
      return repository.list(db, query)
    },
    /** Empty for an unknown review. */
    async items({ db, actor }: RequestScope, id: string, query: ItemsQuery) {
      assertPageDepth(query)
      return reviewItemsRepository.list(db, actor, id, query)
    },
    async exportItems(scope: DetachedScope<Actor>, id: string, request: ItemsExport) {
      const { actor } = scope
      const { companyId } = actor
      const reach = { reach: 'company', companyId } as const
      const name = orNotFound(await database.transact(reach, (db) => repository.findName(db, companyId, id)))
      scope.note({ entityId: id })
      return exportSheet(scope, {
        source: reviewItemSource,
        request,
        reach,
        entityName: name,
        count: (db, limit) => reviewItemsRepository.count(db, actor, id, request, limit),
        batch: (db, after, size) => reviewItemsRepository.batch(db, actor, id, request, after?.id, size),
      })
    },
    async reviewers({ db, actor }: RequestScope, id: string, query: ReviewersQuery) {
      assertPageDepth(query)
      return repository.reviewers(db, actor, id, query)
    },

    /**
     * Confirms the extent first.
     * @throws `timePast`, `tooMany`, `noSuchChoice`, `tooWide`, `nothingCovered`, `beyondOwnRights`, and 111
     */
    async create(scope: RequestScope, start: ReviewStart) {
      const { db, actor } = scope
      refusePast(start.dueTime, 'dueTime')
      if ((await repository.countOpen(db, actor.companyId)) >= maxOpenReviews) throw new AppError(reviewsErrors.tooMany)
      const { wanted, names: chosen } = await findChosenNames(db, actor.companyId, start)
      if (chosen.length < wanted)
        throw refusalAt(reviewsErrors.noSuchChoice, start.coverage === 'roles' ? 'roleIds' : 'orgIds')
      const { impact, note } = await startReview(db, actor, { ...start, chosen }, toAuthor(scope))
      scope.confirm(impact)
      scope.note(note)
      await startWork(scope)
      return { id: note.entityId }
    },

    /**
     * A closed review can only be repeated if its series is still open, because the next one may have started.
     * @throws `over`, `beyondScope` and as `create`
     */
    async repeat(scope: RequestScope, id: string, repeatMonths: number) {
      const { db, actor } = scope
      const review = orNotFound(await repository.lock(db, actor.companyId, id))
      const { name, state, stopped, coverage, chosenIds } = review
      await extendTimeout(db, 1)
      if (repeatMonths > 0 || review.creator !== actor.userId) await refuseBeyondScope(db, actor, id)
      if (state !== 'open' && review.repeatMonths === 0 && stopped === '') throw new AppError(reviewsErrors.over)
      if (repeatMonths > 0) {
        if (coverage !== 'all' && chosenIds.length === 0) throw new AppError(reviewsErrors.noSuchChoice)
        await refuseBeyondOwnRights(db, actor, id)
      }
      await series.set(db, { companyId: actor.companyId, id }, repeatMonths, toAuthor(scope))
      const [before, after] = [{ repeatMonths: review.repeatMonths }, { repeatMonths }]
      scope.note({ entityId: id, entityName: name, before, after })
      await startWork(scope)
      return null
    },

    /** Throws `over`, `beyondScope`, `noSuchSuccessor`, `beyondOwnRights` and `nothingToHandOver`. */
    async handOver(scope: RequestScope, { id, userId }: { id: string; userId: string }, handoverTo: string) {
      const { db, actor } = scope
      const { name } = await lockForChange(scope, id)
      const reviewer = orNotFound(await handover.findReviewer(db, actor, id, userId))
      const successor = await getSuccessor(scope, userId, handoverTo)
      // Choosing the reviewer decides the answers, so the rights for them are needed too.
      await refuseBeyondOwnRights(db, actor, id)
      const items = await handover.moveItems(db, { companyId: actor.companyId, id }, userId, successor.id)
      if (items === 0) throw new AppError(reviewsErrors.nothingToHandOver)
      const [before, after] = [{ reviewer: reviewer.name }, { reviewer: successor.name, items }]
      scope.note({ entityId: id, entityName: name, before, after })
      await startWork(scope)
      return null
    },

    /** Throws `over` and `beyondScope`. */
    async remind(scope: RequestScope, id: string) {
      const { name } = await lockForControl(scope, id)
      const reviewers = await repository.remind(scope.db, scope.actor.companyId, id)
      scope.note({ entityId: id, entityName: name, after: { reviewers } })
      await startWork(scope)
      return null
    },

    /**
     * Confirms the impact first.
     * @throws `over`, `beyondScope`, `beyondOwnRights`, and 111
     */
    async close(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const { companyId } = actor
      const { name, unanswered } = await lockForChange(scope, id)
      await refuseBeyondOwnRights(db, actor, id)
      const asked = { companyId, id, unanswered }
      const counts = await reviewImpactRepository.counts(db, asked)
      const byRole = await reviewImpactRepository.byRole(db, asked)
      const impact = await impactOnAssignees(scope, await reviewImpactRepository.assigneeGroups(db, asked))
      scope.confirm({ ...impact, ...counts, byRole })
      const removing = await repository.close(db, companyId, id, toAuthor(scope))
      scope.note({ entityId: id, entityName: name, after: { removing } })
      await startWork(scope)
      return null
    },

    /**
     * Roles already revoked stay revoked.
     * @throws `over` and `beyondScope`
     */
    async cancel(scope: RequestScope, id: string) {
      const { name } = await lockForControl(scope, id, ['open', 'applying'])
      await repository.cancel(scope.db, scope.actor.companyId, id, toAuthor(scope))
      scope.note({ entityId: id, entityName: name })
      return null
    },
  }
}
