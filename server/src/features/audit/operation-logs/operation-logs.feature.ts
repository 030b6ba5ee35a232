import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createCheckpoints } from './checkpoints.service.ts'
import { logMasks } from './masked-rows.ts'
import { operationLogSource } from './operation-log-sheet.ts'
import { createOperationLogs } from './operation-logs.service.ts'

type Ports = Pick<BasePorts, 'database' | 'secrets' | 'checkpointFolder' | 'exportSheet'>

/** The audit log with its checkpoints. */
export const createOperationLogsFeature = (ports: Ports) => {
  const checkpoints = createCheckpoints(ports)
  const logs = createOperationLogs({ ...ports, checkpoints })
  return {
    routes: implement(operationLogsContract, {
      operations: (scope, { query }) => logs.list(scope, query),
      exportOperations: (scope, { body }) => logs.export(scope, body),
      exportProof: (scope, { body }) => logs.exportProof(scope, body),
      checkpoints: (scope) => logs.checkpoints(scope),
      verifyChain: (scope, { query }) => logs.verify(scope, query.from),
      timeline: (scope, { params, query }) => logs.timeline(scope, params, query),
    }),
    fieldMasks: logMasks,
    sheets: [operationLogSource],
    jobs: [checkpoints.job],
    works: [checkpoints],
  }
}
