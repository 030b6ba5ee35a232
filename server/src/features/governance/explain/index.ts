export { accessApproval } from './access-approval.ts'
export { accessRequestsRepository as accessRequests } from './access-requests.repository.ts'
export { denialsRepository as denials } from './denials.repository.ts'
