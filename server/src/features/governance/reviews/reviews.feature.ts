import { ownReviewsContract } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { ownReviews } from './own-reviews.service.ts'
import { reviewItemSource } from './review-item-sheet.ts'
import { createReviewWork } from './review-work.ts'
import { createReviews } from './reviews.service.ts'

/** Access reviews, and the work that carries out their answers. */
export const createReviewsFeature = (
  ports: Parameters<typeof createReviewWork>[0] & Pick<BasePorts, 'exportSheet'>,
) => {
  const work = createReviewWork(ports)
  const reviews = createReviews({ ...ports, startWork: work.startWork })
  return {
    routes: [
      ...implement(reviewsContract, {
        ...reviews,
        repeat: (scope, id, body) => reviews.repeat(scope, id, body.repeatMonths),
        handOver: (scope, id, userId, body) => reviews.handOver(scope, { id, userId }, body.handoverTo),
      }),
      ...implement(ownReviewsContract, {
        ownReviews: ownReviews.list,
        ownItems: ownReviews.items,
        answerItems: ownReviews.answer,
      }),
    ],
    sheets: [reviewItemSource],
    jobs: [work.trigger],
  }
}
