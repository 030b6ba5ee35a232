export { visitApproval } from './visit-approval.ts'
export { visitRequestsRepository as visitRequests } from './visit-requests.repository.ts'
