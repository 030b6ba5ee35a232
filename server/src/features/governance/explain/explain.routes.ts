import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { AccessRequestsService } from './access-requests.service.ts'
import type { ExplainService } from './explain.service.ts'

export const explainRoutes = (explain: ExplainService) =>
  implement(explainContract, {
    explain: (scope, { query }) => explain.explain(scope, query),
    denials: (scope, { query }) => explain.denials(scope, query),
    subjects: (scope, { query }) => explain.subjects(scope, query.search),
    mine: (scope, { query }) => explain.mine(scope, query.traceId),
    page: (scope, { query }) => explain.page(scope, query.path),
    ownRequests: (scope, { query }) => explain.ownRequests(scope, query),
    request: (scope, { body }) => explain.request(scope, body),
  })

export const accessRequestsRoutes = (requests: AccessRequestsService) =>
  implement(accessRequestsContract, {
    list: (scope, { query }) => requests.list(scope, query),
    roles: (scope, { params }) => requests.roles(scope, params.id),
    approve: (scope, { params, body }) => requests.approve(scope, params.id, body),
    reject: (scope, { params, body }) => requests.reject(scope, params.id, body),
  })
