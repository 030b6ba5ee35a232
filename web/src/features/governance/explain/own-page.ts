import type { OwnPage } from '../../../kernel/page/own-page.ts'

/** Where users ask for access, and see what became of it. */
export const requestsPage: OwnPage = { name: 'requests', path: '/web/user/requests', title: '我的权限申请' }
