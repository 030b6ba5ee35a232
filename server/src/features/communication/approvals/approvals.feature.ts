import {
  approvalFlowsContract,
  approvalsContract,
  deputyContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Messages } from '../messages/index.ts'
import type { ApprovalKind } from './approval-kind.ts'
import { createApprovals } from './approvals.ts'
import { deputies } from './deputies.service.ts'
import type { DescribeChanges } from './describe-call.ts'
import { createDueApprovals } from './due-approvals.ts'
import { createFlows } from './flows.service.ts'
import type { HeldCalls } from './held-calls.ts'
import { createInbox } from './inbox.service.ts'

type Ports = Pick<BasePorts, 'database'> & {
  describeChanges: DescribeChanges
  messages: Messages
  kinds: readonly ApprovalKind[]
  held: HeldCalls
}

/** Approvals of all kinds. Offers `approvals` to the features whose rows wait for one, and calls that wait for a user. */
export const createApprovalsFeature = ({ database, describeChanges, messages, kinds, held }: Ports) => {
  const approvals = createApprovals({ messages })
  const { trigger } = createDueApprovals({ database, approvals, kinds })
  const { waitingCalls, ...inbox } = createInbox({ database, describeChanges, approvals, kinds, held, messages })
  return {
    approvals,
    waitingCalls,
    routes: [
      ...implement(approvalsContract, inbox),
      ...implement(deputyContract, deputies),
      ...implement(approvalFlowsContract, createFlows({ kinds, held })),
    ],
    jobs: [trigger],
  }
}
