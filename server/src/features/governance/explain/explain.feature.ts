import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import {
  type AccessRequestsPorts,
  type AccessRequestsService,
  createAccessRequests,
} from './access-requests.service.ts'
import { createExplain, type ExplainService } from './explain.service.ts'
import { createPages } from './pages.ts'
import { createDenialRecorder } from './record-denial.ts'

const explainRoutes = (explain: ExplainService) =>
  implement(explainContract, {
    explain: (scope, { query }) => explain.explain(scope, query),
    denials: (scope, { query }) => explain.denials(scope, query),
    subjects: (scope, { query }) => explain.subjects(scope, query.search),
    mine: (scope, { query }) => explain.mine(scope, query.traceId),
    page: (scope, { query }) => explain.page(scope, query.path),
    ownRequests: (scope, { query }) => explain.ownRequests(scope, query),
    request: (scope, { body }) => explain.request(scope, body),
  })

const accessRequestsRoutes = (requests: AccessRequestsService) =>
  implement(accessRequestsContract, {
    list: (scope, { query }) => requests.list(scope, query),
    roles: (scope, { params }) => requests.roles(scope, params.id),
    approve: (scope, { params, body }) => requests.approve(scope, params.id, body),
    reject: (scope, { params, body }) => requests.reject(scope, params.id, body),
  })

type Ports = Pick<BasePorts, 'database' | 'catalogue'> & {
  userRoles: AccessRequestsPorts['userRoles']
  authorization: Pick<Authorization, 'productMenus'>
}

/** Explains decisions, and takes requests for what was denied. Offers `recordDenial`. */
export const createExplainFeature = (ports: Ports) => {
  const pages = createPages(ports.authorization.productMenus)
  return {
    recordDenial: createDenialRecorder(ports.database, pages),
    routes: [
      ...explainRoutes(createExplain({ ...ports, pages })),
      ...accessRequestsRoutes(createAccessRequests({ ...ports, pages })),
    ],
    constraints: { access_requests__open: { ...explainErrors.alreadyRequested, field: 'traceId' } },
  }
}
