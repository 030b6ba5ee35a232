import type { OwnPage } from '../../../kernel/page/own-page.ts'

/** Where users secure their account. */
export const securityPage: OwnPage = { name: 'security', path: '/web/user/security', title: '安全设置' }
