import { ownReviewsContract } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { ownReviews } from './own-reviews.service.ts'
import { reviewItemSource } from './review-item-sheet.ts'
import { createReviewWork } from './review-work.ts'
import { createReviews } from './reviews.service.ts'

const reviewsRoutes = (reviews: ReturnType<typeof createReviews>) => [
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

/** Access reviews, and the work that carries out their answers. */
export const createReviewsFeature = (
  ports: Parameters<typeof createReviewWork>[0] & Pick<BasePorts, 'exportSheet'>,
) => {
  const work = createReviewWork(ports)
  const reviews = createReviews({ ...ports, startWork: work.startWork })
  return { routes: reviewsRoutes(reviews), sheets: [reviewItemSource], jobs: [work.trigger] }
}
