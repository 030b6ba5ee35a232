export { visitRequestsRepository as visitRequests } from './visit-requests.repository.ts'
