import { expiriesContract } from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { OperationLog } from '../../audit/operation-logs/index.ts'
import { expiredRows } from './counting.repository.ts'
import { createCounting } from './counting.ts'
import { createExpiries } from './expiries.service.ts'
import { createWorkbench, type WaitingCalls } from './workbench.service.ts'

type Ports = Pick<BasePorts, 'database' | 'platformCompany'> & {
  log: OperationLog
  waitingCalls: WaitingCalls
}

/** The workbench and the counting of what it shows. */
export const createWorkbenchFeature = (ports: Ports) => {
  const workbench = createWorkbench(ports)
  const expiries = createExpiries(ports.database)
  const { job, work } = createCounting(ports)
  return {
    routes: [
      ...implement(workbenchContract, {
        read: ({ actor }) => workbench.read(actor),
      }),
      ...implement(expiriesContract, {
        expiries: ({ actor }) => expiries.list(actor),
      }),
    ],
    retention: expiredRows,
    jobs: [job],
    works: [work],
  }
}
