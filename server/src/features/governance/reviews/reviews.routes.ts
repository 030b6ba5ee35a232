import { ownReviewsContract } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { ownReviews } from './own-reviews.service.ts'
import { createReviews } from './reviews.service.ts'

/** Routes of reviews. In: database, and what starts the background work. */
export const createReviewsRoutes = (ports: Parameters<typeof createReviews>[0]) => {
  const reviews = createReviews(ports)
  return [
    ...implement(reviewsContract, {
      list: (scope, { query }) => reviews.list(scope, query),
      create: (scope, { body }) => reviews.create(scope, body),
      items: (scope, { params, query }) => reviews.items(scope, params.id, query),
      exportItems: (scope, { params, body }) => reviews.exportItems(scope, params.id, body),
      reviewers: (scope, { params, query }) => reviews.reviewers(scope, params.id, query),
      repeat: (scope, { params, body }) => reviews.repeat(scope, params.id, body.repeatMonths),
      handOver: (scope, { params, body }) => reviews.handOver(scope, params, body.handoverTo),
      remind: (scope, { params }) => reviews.remind(scope, params.id),
      close: (scope, { params }) => reviews.close(scope, params.id),
      cancel: (scope, { params }) => reviews.cancel(scope, params.id),
    }),
    ...implement(ownReviewsContract, {
      ownReviews: (scope) => ownReviews.list(scope),
      ownItems: (scope, { query }) => ownReviews.items(scope, query),
      answerItems: (scope, { params, body }) => ownReviews.answer(scope, params.id, body),
    }),
  ]
}
