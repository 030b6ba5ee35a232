import type { GivenAnswer } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewsErrors } from '@atrium/contract/features/governance/reviews/reviews.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { type OwnItemsQuery, reviewItemsRepository as repository } from './review-items.repository.ts'

/** Reviews assigned to the caller. Needs no permission, and none allows answering for others. */
export const ownReviews = {
  list: ({ db, actor }: RequestScope) => repository.ownReviews(db, actor),

  async items({ db, actor }: RequestScope, query: OwnItemsQuery) {
    assertPageDepth(query)
    return repository.listOwn(db, actor, query)
  },

  /**
   * Answers all items or none.
   * @throws `notFound` for items assigned to others, and `over`
   */
  async answer(scope: RequestScope, id: string, given: GivenAnswer) {
    const { db, actor } = scope
    const { name, isOpen } = orNotFound(await repository.lockOwn(db, actor, id))
    const answered = await repository.answer(db, actor, id, given)
    if (answered.length < new Set(given.ids).size) throw new AppError(kernelErrors.notFound)
    if (!isOpen) throw new AppError(reviewsErrors.over)
    const { answer, reason } = given
    const done = answered.map((item) => `${item.name}：${item.roleName}`)
    scope.note({ entityId: id, entityName: name, after: { answer, ...(reason !== '' && { reason }), done } })
    return null
  },
}
