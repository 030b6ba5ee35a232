import { switchingContract, visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/governance/visits/visits.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { SessionService } from '../../identity/session/index.ts'
import { createSwitching, type Switching } from './switching.service.ts'
import { createVisitRequests } from './visit-requests.service.ts'
import { createVisitedOrgs } from './visited-orgs.ts'

const switchingRoutes = (switching: Switching) =>
  implement(switchingContract, {
    ...switching,
    switchCheck: switching.check,
    switch: switching.switchTo,
    switchOrgs: switching.orgs,
  })

type Ports = Pick<BasePorts, 'database'> & { sessions: SessionService; messages: Messages; approvals: Approvals }

/** Switching companies, and requests to visit. Offers `visitedOrgs`: the trees of companies to switch into. */
export const createVisitsFeature = (ports: Ports) => ({
  visitedOrgs: createVisitedOrgs(ports.database),
  routes: [...switchingRoutes(createSwitching(ports)), ...implement(visitsContract, createVisitRequests(ports))],
  constraints: {
    visit_requests__org: { ...visitsErrors.noSuchOrganization, field: 'orgId' },
    sessions__act_org: { ...visitsErrors.noSuchOrganization, field: 'orgId' },
  },
})
