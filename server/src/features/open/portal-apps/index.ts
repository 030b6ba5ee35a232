import { shownAppsRepository } from './shown-apps.repository.ts'

export { appRequestsRepository as appRequests } from './app-requests.repository.ts'
export type { Sso } from './sso.service.ts'
/** Whether a user may sign in to an application of the operator. Requires platform reach. */
export const isAdmittedTo = shownAppsRepository.admits
