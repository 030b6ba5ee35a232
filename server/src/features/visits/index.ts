import type { Messages } from '../messages/index.ts'
import type { SessionService } from '../session/index.ts'
import { createSwitching } from './switching.service.ts'
import { createVisitRequests } from './visit-requests.service.ts'
import { switchingRoutes, visitRequestsRoutes } from './visits.routes.ts'

export { visitConstraints } from './constraints.ts'
export { createVisitedOrgs } from './visited-orgs.ts'

/** Every call about acting in another company: switching and quitting, and what a company is asked. */
export const createVisitsRoutes = ({ sessions, messages }: { sessions: SessionService; messages: Messages }) => [
  ...switchingRoutes(createSwitching(sessions, messages)),
  ...visitRequestsRoutes(createVisitRequests(messages)),
]
