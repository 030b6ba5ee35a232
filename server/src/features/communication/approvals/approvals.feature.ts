import type { BasePorts } from '../../../kernel/feature.ts'
import type { Messages } from '../messages/index.ts'
import type { ApprovalKind } from './approval-kind.ts'
import { createApprovals } from './approvals.ts'
import { createDueApprovals } from './due-approvals.ts'

type Ports = Pick<BasePorts, 'database'> & { messages: Messages; kinds: readonly ApprovalKind[] }

/** Approvals of all kinds. Offers `approvals` to the features whose rows wait for one. */
export const createApprovalsFeature = ({ database, messages, kinds }: Ports) => {
  const approvals = createApprovals({ messages })
  const { trigger } = createDueApprovals({ database, approvals, kinds })
  return { approvals, routes: [], jobs: [trigger] }
}
