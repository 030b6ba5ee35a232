import type { Messages } from '../../communication/messages/index.ts'
import type { SessionService } from '../../identity/session/index.ts'
import { createSwitching } from './switching.service.ts'
import { createVisitRequests } from './visit-requests.service.ts'
import { switchingRoutes, visitRequestsRoutes } from './visits.routes.ts'

export { visitConstraints } from './constraints.ts'
export { createVisitedOrgs } from './visited-orgs.ts'

/** Routes for switching companies and for visit requests. */
export const createVisitsRoutes = ({ sessions, messages }: { sessions: SessionService; messages: Messages }) => [
  ...switchingRoutes(createSwitching(sessions, messages)),
  ...visitRequestsRoutes(createVisitRequests(messages)),
]
