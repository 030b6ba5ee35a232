export { submittedNotices } from './approvals.repository.ts'
export { waitingNotices } from './published-notices.repository.ts'
