import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import { type AccessRequestsPorts, createAccessRequests } from './access-requests.service.ts'
import { createExplain, type ExplainService } from './explain.service.ts'
import { createPages } from './pages.ts'
import { createDenialRecorder } from './record-denial.ts'

const explainRoutes = (explain: ExplainService) =>
  implement(explainContract, {
    ...explain,
    subjects: (scope, query) => explain.subjects(scope, query.search),
    mine: (scope, query) => explain.mine(scope, query.traceId),
    page: (scope, query) => explain.page(scope, query.path),
  })

type Ports = Pick<BasePorts, 'database' | 'catalogue'> & {
  userRoles: AccessRequestsPorts['userRoles']
  approvals: Approvals
  authorization: Pick<Authorization, 'productMenus'>
}

/** Explains decisions, and takes requests for what was denied. Offers `recordDenial`. */
export const createExplainFeature = (ports: Ports) => {
  const pages = createPages(ports.authorization.productMenus, ports.catalogue)
  return {
    recordDenial: createDenialRecorder(ports.database, pages),
    routes: [
      ...explainRoutes(createExplain({ ...ports, pages })),
      ...implement(accessRequestsContract, createAccessRequests({ ...ports, pages })),
    ],
    constraints: { access_requests__open: { ...explainErrors.alreadyRequested, field: 'traceId' } },
  }
}
