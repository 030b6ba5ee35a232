import type { Feature } from '../../../kernel/feature.ts'
import { ownReviewsContract } from './own-reviews.contract.ts'
import { reviewsContract } from './reviews.contract.ts'
import { reviewsErrors } from './reviews.errors.ts'

export const reviewsFeature = {
  sort: 180,
  contracts: { reviews: reviewsContract, ownReviews: ownReviewsContract },
  errors: { reviews: reviewsErrors },
  automatic: { 'review.applied': 'sysReviews', 'review.repeatStopped': 'sysReviews' },
  menus: [
    {
      code: 'sys.reviews',
      parent: 'access',
      sort: 40,
      name: '权限复核',
      icon: 'clipboard-list',
      path: 'sys/reviews',
      component: 'sys/reviews',
      needs: 'sysReviews:list',
    },
  ],
} as const satisfies Feature

export const reviewsWords = {
  sysReviews: '权限复核',
  'review.created': '发起权限复核',
  'review.answered': '处理权限复核',
  'review.reassigned': '移交权限复核',
  'review.repeatChanged': '调整权限复核的重复',
  'review.repeatStopped': '停止重复权限复核',
  'review.reminded': '催办权限复核',
  'review.closed': '结束权限复核',
  'review.cancelled': '取消权限复核',
  'review.exported': '导出权限复核',
  'review.applied': '执行权限复核',
} as const
