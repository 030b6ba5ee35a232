export { createReviewWork } from './review-work.ts'
export { createReviewsRoutes } from './reviews.routes.ts'
