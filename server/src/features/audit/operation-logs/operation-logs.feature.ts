import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { segmentsContract } from '@atrium/contract/features/audit/operation-logs/segments.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { auditMetrics } from './audit-metrics.repository.ts'
import { createChangeSummary } from './change-summary.ts'
import { createCheckpoints } from './checkpoints.service.ts'
import { createLogArchive } from './log-archive.ts'
import { createLogEvents } from './log-events.ts'
import { createLogRows } from './log-rows.ts'
import { logMasks } from './masked-rows.ts'
import type { OperationLog } from './operation-log.ts'
import { createOperationLogSource } from './operation-log-sheet.ts'
import { createOperationLogsRepository } from './operation-logs.repository.ts'
import { createOperationLogs } from './operation-logs.service.ts'
import { createSegments } from './segments.service.ts'
import { createUserChanges } from './user-changes.repository.ts'
import { visibleRows } from './visible-rows.repository.ts'

type Ports = Pick<
  BasePorts,
  'database' | 'platformCompany' | 'catalogue' | 'secrets' | 'checkpointFolder' | 'exportSheet' | 'fileStore'
> & { settings: Pick<Settings, 'read'> }

/** The audit log with its checkpoints and archived segments. Offers `log`: rows as a viewer sees them. */
export const createOperationLogsFeature = (ports: Ports) => {
  const checkpoints = createCheckpoints(ports)
  const events = createLogEvents(ports.catalogue)
  const repository = createOperationLogsRepository(events)
  const rows = createLogRows({ catalogue: ports.catalogue, events, repository })
  const source = createOperationLogSource(ports.catalogue)
  const logs = createOperationLogs({ ...ports, checkpoints, events, repository, rows, source })
  const log: OperationLog = {
    rowsOfTrace: rows.ofTrace,
    visibleRows: (db, viewer) => visibleRows(events, db, viewer),
    userChanges: createUserChanges(events),
    summarizeChange: createChangeSummary(ports.catalogue),
  }
  return {
    log,
    routes: [
      ...implement(operationLogsContract, {
        ...logs,
        operations: logs.list,
        operationsHistogram: logs.histogram,
        exportOperations: logs.export,
        verifyChain: (scope, query) => logs.verify(scope, query.from),
        timeline: (scope, entity, id, query) => logs.timeline(scope, { entity, id }, query),
      }),
      ...implement(segmentsContract, createSegments(ports)),
    ],
    fieldMasks: logMasks,
    sheets: [source],
    jobs: [checkpoints.job, createLogArchive(ports).job],
    metrics: [auditMetrics(ports)],
    works: [checkpoints],
  }
}
