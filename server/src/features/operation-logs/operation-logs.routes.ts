import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import type { OperationLogs } from './operation-logs.service.ts'

export const operationLogsRoutes = (logs: OperationLogs) =>
  implement(operationLogsContract, {
    operations: (scope, { query }) => logs.list(scope, query),
    exportOperations: (scope, { body }) => logs.export(scope, body),
    exportProof: (scope, { body }) => logs.exportProof(scope, body),
    checkpoints: (scope) => logs.checkpoints(scope),
    verifyChain: (scope, { query }) => logs.verify(scope, query.from),
    incident: (scope, { params }) => logs.incident(scope, params.traceId),
    timeline: (scope, { params, query }) => logs.timeline(scope, params, query),
  })
