import { breadcrumbsContract } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { failedCallsContract } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { pageFailuresContract } from '@atrium/contract/features/audit/failures/page-failures.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { OperationLog } from '../operation-logs/index.ts'
import { attachBreadcrumbs } from './breadcrumbs.service.ts'
import { failedCallSource } from './failed-call-sheet.ts'
import { createFailedCalls } from './failed-calls.service.ts'
import { getIncident } from './incidents.service.ts'
import { createFailureRecorder } from './record-failure.ts'

/**
 * Failures are kept for thirty days with their breadcrumbs (decision 53); breadcrumbs of denials as long (decision 64).
 */
export const failuresRetention = [
  `delete from failed_calls where last_at < now() - interval '30 days'`,
  `delete from trails where failed_call_id is null and called_at < now() - interval '30 days'`,
]

type Ports = Pick<BasePorts, 'database' | 'exportSheet' | 'platformCompany' | 'version'> & { log: OperationLog }

/** Failed calls and pages, their breadcrumbs, and incidents. Offers `recordFailure`. */
export const createFailuresFeature = (ports: Ports) => {
  const failures = createFailureRecorder(ports)
  const calls = createFailedCalls(ports.exportSheet)
  return {
    recordFailure: failures.record,
    routes: [
      ...implement(incidentsContract, {
        incident: (scope, traceId) => getIncident(ports.log, scope, traceId),
      }),
      ...implement(failedCallsContract, {
        failures: calls.list,
        exportFailures: calls.export,
        failureStack: calls.stack,
        handleFailure: calls.handle,
        ownFailure: (scope, query) => calls.own(scope, query.traceId),
      }),
      ...implement(pageFailuresContract, {
        reportPage: async ({ actor, origin: { traceId } }, body) => {
          failures.recordPage(actor, traceId, body)
          return { traceId }
        },
      }),
      ...implement(breadcrumbsContract, {
        attachTrail: attachBreadcrumbs,
      }),
    ],
    sheets: [failedCallSource],
    retention: failuresRetention,
    works: [failures],
  }
}
