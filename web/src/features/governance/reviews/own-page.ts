import type { OwnPage } from '../../../kernel/page/own-page.ts'

/** Where reviewers decide. */
export const reviewsPage: OwnPage = { name: 'reviews', path: '/web/user/reviews', title: '我的复核' }
