import { breadcrumbsContract } from '@atrium/contract/features/audit/operation-logs/breadcrumbs.contract.ts'
import { failedCallsContract } from '@atrium/contract/features/audit/operation-logs/failed-calls.contract.ts'
import { incidentsContract } from '@atrium/contract/features/audit/operation-logs/incidents.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { pageFailuresContract } from '@atrium/contract/features/audit/operation-logs/page-failures.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { attachBreadcrumbs } from './breadcrumbs.service.ts'
import { failedCallsService as calls } from './failed-calls.service.ts'
import type { OperationLogs } from './operation-logs.service.ts'
import type { FailureRecorder } from './record-failure.ts'

export const operationLogsRoutes = (logs: OperationLogs) =>
  implement(operationLogsContract, {
    operations: (scope, { query }) => logs.list(scope, query),
    exportOperations: (scope, { body }) => logs.export(scope, body),
    exportProof: (scope, { body }) => logs.exportProof(scope, body),
    checkpoints: (scope) => logs.checkpoints(scope),
    verifyChain: (scope, { query }) => logs.verify(scope, query.from),
    timeline: (scope, { params, query }) => logs.timeline(scope, params, query),
  })

export const incidentsRoutes = (logs: OperationLogs) =>
  implement(incidentsContract, { incident: (scope, { params }) => logs.incident(scope, params.traceId) })

export const failedCallsRoutes = implement(failedCallsContract, {
  failures: (scope, { query }) => calls.list(scope, query),
  failureStack: (scope, { params }) => calls.stack(scope, params.id),
  handleFailure: (scope, { params, body }) => calls.handle(scope, params.id, body),
  ownFailure: (scope, { query }) => calls.own(scope, query.traceId),
})

export const pageFailuresRoutes = ({ recordPage: keepPage }: Pick<FailureRecorder, 'recordPage'>) =>
  implement(pageFailuresContract, {
    reportPage: async ({ actor, origin: { traceId } }, { body }) => {
      keepPage(actor, traceId, body)
      return { traceId }
    },
  })

export const breadcrumbsRoutes = implement(breadcrumbsContract, {
  attachTrail: (scope, { params, body }) => attachBreadcrumbs(scope, params.traceId, body),
})
