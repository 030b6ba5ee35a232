export { submittedNotices } from './approvals.repository.ts'
export { noticeApproval } from './notice-approval.ts'
export { waitingNotices } from './published-notices.repository.ts'
