export { termsRetention } from './retention.ts'
export { createTermNotices } from './term-notices.ts'
export { createTermsRoutes } from './terms.routes.ts'
