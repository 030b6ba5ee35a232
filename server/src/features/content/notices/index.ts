export { waitingNotices } from './published-notices.repository.ts'
