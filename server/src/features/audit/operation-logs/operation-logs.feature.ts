import { breadcrumbsContract } from '@atrium/contract/features/audit/operation-logs/breadcrumbs.contract.ts'
import { failedCallsContract } from '@atrium/contract/features/audit/operation-logs/failed-calls.contract.ts'
import { incidentsContract } from '@atrium/contract/features/audit/operation-logs/incidents.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { pageFailuresContract } from '@atrium/contract/features/audit/operation-logs/page-failures.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { attachBreadcrumbs } from './breadcrumbs.service.ts'
import { createCheckpoints } from './checkpoints.service.ts'
import { failedCallsService as calls } from './failed-calls.service.ts'
import { logMasks } from './masked-rows.ts'
import { createOperationLogs } from './operation-logs.service.ts'
import { createFailureRecorder } from './record-failure.ts'

/**
 * Failures are kept for thirty days with their breadcrumbs (decision 53); breadcrumbs of denials as long (decision 64).
 */
export const operationLogsRetention = [
  `delete from failed_calls where last_at < now() - interval '30 days'`,
  `delete from trails where failed_call_id is null and called_at < now() - interval '30 days'`,
]

type Ports = Pick<BasePorts, 'database' | 'secrets' | 'checkpointFolder' | 'platformCompany' | 'version'>

/** The audit log with its checkpoints, and failed calls. Offers `recordFailure`. */
export const createOperationLogsFeature = (ports: Ports) => {
  const checkpoints = createCheckpoints(ports)
  const logs = createOperationLogs({ database: ports.database, checkpoints })
  const failures = createFailureRecorder(ports)
  return {
    recordFailure: failures.record,
    routes: [
      ...implement(operationLogsContract, {
        operations: (scope, { query }) => logs.list(scope, query),
        exportOperations: (scope, { body }) => logs.export(scope, body),
        exportProof: (scope, { body }) => logs.exportProof(scope, body),
        checkpoints: (scope) => logs.checkpoints(scope),
        verifyChain: (scope, { query }) => logs.verify(scope, query.from),
        timeline: (scope, { params, query }) => logs.timeline(scope, params, query),
      }),
      ...implement(incidentsContract, { incident: (scope, { params }) => logs.incident(scope, params.traceId) }),
      ...implement(failedCallsContract, {
        failures: (scope, { query }) => calls.list(scope, query),
        failureStack: (scope, { params }) => calls.stack(scope, params.id),
        handleFailure: (scope, { params, body }) => calls.handle(scope, params.id, body),
        ownFailure: (scope, { query }) => calls.own(scope, query.traceId),
      }),
      ...implement(pageFailuresContract, {
        reportPage: async ({ actor, origin: { traceId } }, { body }) => {
          failures.recordPage(actor, traceId, body)
          return { traceId }
        },
      }),
      ...implement(breadcrumbsContract, {
        attachTrail: (scope, { params, body }) => attachBreadcrumbs(scope, params.traceId, body),
      }),
    ],
    fieldMasks: logMasks,
    retention: operationLogsRetention,
    jobs: [checkpoints.job],
    works: [checkpoints, failures],
  }
}
