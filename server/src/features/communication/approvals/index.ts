export type { ApprovalKind, ApprovalSubject } from './approval-kind.ts'
export type { Approvals } from './approvals.ts'
export type { DescribeChanges } from './describe-call.ts'
export { createHeldCalls } from './held-calls.ts'
