import type { OwnPage } from '../../../kernel/page/own-page.ts'

/** Where users decide on what waits for them, and see what became of what they have asked for. */
export const approvalsPage: OwnPage = { name: 'approvals', path: '/web/user/approvals', title: '审批' }
