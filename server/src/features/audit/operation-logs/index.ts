export { type AuditState, readAuditState } from './audit-metrics.repository.ts'
export type { OperationLog } from './operation-log.ts'
export { newestFirst, orNewest, type RowRange } from './row-range.ts'
export { signCheckpointsAgain, signSegmentsAgain } from './signed-again.repository.ts'
