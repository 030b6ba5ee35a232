export { appRequestsRepository as appRequests } from './app-requests.repository.ts'
export type { Sso } from './sso.service.ts'
