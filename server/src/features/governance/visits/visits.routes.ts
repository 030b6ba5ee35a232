import { switchingContract, visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Switching } from './switching.service.ts'
import type { VisitRequests } from './visit-requests.service.ts'

export const switchingRoutes = (switching: Switching) =>
  implement(switchingContract, {
    switchCheck: (scope, { params }) => switching.check(scope, params.id),
    switch: (scope, { params, body }) => switching.switchTo(scope, params.id, body),
    switchOrgs: (scope, { params, query }) => switching.orgs(scope, params.id, query),
    pin: (scope, { params }) => switching.pin(scope, params.id),
    unpin: (scope, { params }) => switching.unpin(scope, params.id),
    quit: (scope) => switching.quit(scope),
  })

export const visitRequestsRoutes = (requests: VisitRequests) =>
  implement(visitsContract, {
    list: (scope, { query }) => requests.list(scope, query),
    allow: (scope, { params, body }) => requests.allow(scope, params.id, body),
    reject: (scope, { params, body }) => requests.reject(scope, params.id, body),
  })
