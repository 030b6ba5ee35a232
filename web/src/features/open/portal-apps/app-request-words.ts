import type { AppRequestRow, AppRequestState } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { t } from '../../../ui/texts.ts'

const names: Record<AppRequestState, string> = {
  open: t('待处理'),
  approved: t('已通过'),
  rejected: t('未通过'),
  withdrawn: t('已撤回'),
  revoked: t('已收回'),
}
const tones = { open: 'accent', approved: 'good', rejected: 'warn', withdrawn: 'plain', revoked: 'warn' } as const

/** Whether the access that a request gave has ended. */
const isOver = ({ state, until }: AppRequestRow) =>
  state === 'approved' && until !== null && Date.parse(until) <= Date.now()

/** Text and tone of a request's state. */
export const describeState = (row: AppRequestRow) =>
  isOver(row) ? ({ text: t('已到期'), tone: 'plain' } as const) : { text: names[row.state], tone: tones[row.state] }
/** Whether it shows the application to its applicant. */
export const isGranting = (row: AppRequestRow) => row.state === 'approved' && !isOver(row)

/** Reads that a request or its decision changes. */
export const affectedReads = [
  appRequestsContract.requestable,
  appRequestsContract.ownAppRequests,
  appRequestsContract.approvals,
  portalAppsContract.apps,
  portalAppsContract.count,
]
