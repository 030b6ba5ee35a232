import type { ReviewItem } from '@atrium/contract/features/reviews/own-reviews.contract.ts'
import { maxOpenReviews } from '@atrium/contract/features/reviews/review-limits.ts'
import type { ItemsNarrowing, ReviewStart } from '@atrium/contract/features/reviews/reviews.contract.ts'
import { reviewsErrors } from '@atrium/contract/features/reviews/reviews.errors.ts'
import { allowMinutes } from '../../kernel/db/bound-connection.ts'
import { orNotFound, personOf, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import type { Database } from '../../kernel/db/database.ts'
import { exportList } from '../../kernel/list-export.ts'
import { type Actor, AppError, type LooseScope, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { impactOnWearers } from '../roles/index.ts'
import { refusePast, successorOf } from '../users/index.ts'
import { itemColumns } from './exported-items.ts'
import { reviewHandoverRepository as handover } from './review-handover.repository.ts'
import { reviewImpactRepository } from './review-impact.repository.ts'
import { type ItemsQuery, reviewItemsRepository } from './review-items.repository.ts'
import { refuseBeyondOwnRights } from './review-rules.ts'
import { reviewSeriesRepository as series } from './review-series.repository.ts'
import { beginReview, chosenNames } from './review-start.ts'
import { type ReviewersQuery, type ReviewsQuery, reviewsRepository as repository } from './reviews.repository.ts'

type Ports = { database: Database; wakeWork: () => void }

/** Reviews, as those see them who look after a company. In: what wakes the work that is done without them. */
export const createReviews = ({ database, wakeWork }: Ports) => {
  /** A review that still goes on, held. Throws `notFound` and `over`. */
  const held = async ({ db, actor }: RequestScope, id: string, states: readonly string[] = ['open']) => {
    const review = orNotFound(await repository.hold(db, actor.companyId, id))
    if (!states.includes(review.state)) throw new AppError(reviewsErrors.over)
    return review
  }

  return {
    async list({ db }: RequestScope, query: ReviewsQuery) {
      refuseDepth(query)
      return repository.list(db, query)
    },
    /** A review that is not there asks nothing, and nobody. */
    async items({ db, actor }: RequestScope, id: string, query: ItemsQuery) {
      refuseDepth(query)
      return reviewItemsRepository.list(db, actor, id, query)
    },
    async exportItems(scope: LooseScope<Actor>, id: string, narrowing: ItemsNarrowing) {
      const { actor } = scope
      const { companyId } = actor
      const sight = { reach: 'company', companyId } as const
      const name = orNotFound(await database.transact(sight, (db) => repository.nameOf(db, companyId, id)))
      scope.note({ entityId: id })
      return exportList<ReviewItem>(database, scope, {
        ...{ sight, of: name, narrowing, columns: itemColumns },
        count: (db, most) => reviewItemsRepository.count(db, actor, id, narrowing, most),
        batch: (db, behind, size) => reviewItemsRepository.batch(db, actor, id, narrowing, behind, size),
      })
    },
    async reviewers({ db, actor }: RequestScope, id: string, query: ReviewersQuery) {
      refuseDepth(query)
      return repository.reviewers(db, actor, id, query)
    },

    /** Shows first whom it asks. Throws `timePast`, `tooMany`, `noSuchChoice`, `tooWide`, `nothingCovered`, `beyondOwnRights`, and 111. */
    async create(scope: RequestScope, start: ReviewStart) {
      const { db, actor } = scope
      refusePast(start.dueTime, 'dueTime')
      if ((await repository.countOpen(db, actor.companyId)) >= maxOpenReviews) throw new AppError(reviewsErrors.tooMany)
      const { wanted, names: chosen } = await chosenNames(db, actor.companyId, start)
      if (chosen.length < wanted)
        throw refusalAt(reviewsErrors.noSuchChoice, start.coverage === 'roles' ? 'roleIds' : 'orgIds')
      const { impact, note } = await beginReview(db, actor, { ...start, chosen }, personOf(scope))
      scope.confirm(impact)
      scope.note(note)
      scope.afterCommit(wakeWork)
      return { id: note.entityId }
    },

    /** What is over is repeated only where it was before: the next one may have begun since. Throws `over` and as `create`. */
    async repeat(scope: RequestScope, id: string, repeatMonths: number) {
      const { db, actor } = scope
      const review = orNotFound(await repository.hold(db, actor.companyId, id))
      const { name, state, stopped, coverage, chosenIds } = review
      if (state !== 'open' && review.repeatMonths === 0 && stopped === '') throw new AppError(reviewsErrors.over)
      if (repeatMonths > 0) {
        if (coverage !== 'all' && chosenIds.length === 0) throw new AppError(reviewsErrors.noSuchChoice)
        await allowMinutes(db, 1)
        await refuseBeyondOwnRights(db, actor, id)
      }
      await series.set(db, { companyId: actor.companyId, id }, repeatMonths, personOf(scope))
      const [before, after] = [{ repeatMonths: review.repeatMonths }, { repeatMonths }]
      scope.note({ entityId: id, entityName: name, before, after })
      scope.afterCommit(wakeWork)
      return null
    },

    /** Throws `over`, `noSuchSuccessor`, `beyondOwnRights` and `nothingToHandOver`. */
    async handOver(scope: RequestScope, { id, userId }: { id: string; userId: string }, handoverTo: string) {
      const { db, actor } = scope
      const { name } = await held(scope, id)
      const reviewer = orNotFound(await handover.reviewerOf(db, actor, id, userId))
      const successor = await successorOf(scope, userId, handoverTo)
      await allowMinutes(db, 1)
      // Whoever answers decides: through somebody else as little as alone.
      await refuseBeyondOwnRights(db, actor, id)
      const items = await handover.move(db, { companyId: actor.companyId, id }, userId, successor.id)
      if (items === 0) throw new AppError(reviewsErrors.nothingToHandOver)
      const [before, after] = [{ reviewer: reviewer.name }, { reviewer: successor.name, items }]
      scope.note({ entityId: id, entityName: name, before, after })
      scope.afterCommit(wakeWork)
      return null
    },

    async remind(scope: RequestScope, id: string) {
      const { name } = await held(scope, id)
      const reviewers = await repository.remind(scope.db, scope.actor.companyId, id)
      scope.note({ entityId: id, entityName: name, after: { reviewers } })
      scope.afterCommit(wakeWork)
      return null
    },

    /** Shows first who loses what. Throws `over`, `beyondOwnRights`, and 111. */
    async close(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const { companyId } = actor
      const { name, unanswered } = await held(scope, id)
      await allowMinutes(db, 1)
      await refuseBeyondOwnRights(db, actor, id)
      const asked = { companyId, id, unanswered }
      const counts = await reviewImpactRepository.counts(db, asked)
      const byRole = await reviewImpactRepository.byRole(db, asked)
      const impact = await impactOnWearers(scope, await reviewImpactRepository.wearers(db, asked))
      scope.confirm({ ...impact, ...counts, byRole })
      const removing = await repository.close(db, companyId, id, personOf(scope))
      scope.note({ entityId: id, entityName: name, after: { removing } })
      scope.afterCommit(wakeWork)
      return null
    },

    /** What was taken already stays taken. Throws `over`. */
    async cancel(scope: RequestScope, id: string) {
      const { name } = await held(scope, id, ['open', 'applying'])
      await repository.cancel(scope.db, scope.actor.companyId, id, personOf(scope))
      scope.note({ entityId: id, entityName: name })
      return null
    },
  }
}
