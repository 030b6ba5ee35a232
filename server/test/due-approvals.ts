import { createApprovals } from '../src/features/communication/approvals/approvals.ts'
import { createDueApprovals } from '../src/features/communication/approvals/due-approvals.ts'
import { noticeApproval } from '../src/features/content/notices/index.ts'
import type { TestApp } from './harness.ts'

/** Work on what is due, as the schedule does it, for notices alone; it sends no mail. */
export const createDueWork = ({ database }: Pick<TestApp, 'database'>): (() => Promise<void>) => {
  const approvals = createApprovals({ messages: { enqueueAll: async () => undefined } })
  return createDueApprovals({ database, approvals, kinds: [noticeApproval] }).runDue
}
