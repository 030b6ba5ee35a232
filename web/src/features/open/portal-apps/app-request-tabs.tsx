import type { FunctionComponent } from 'react'
import { t } from '../../../ui/texts.ts'
import { AppApprovals } from './app-approvals.tsx'
import { OwnAppRequests } from './own-app-requests.tsx'
import { RequestableApps } from './requestable-apps.tsx'

/** What concerns requests for applications, by the name in the address. */
export const requestTabs = {
  requestable: { text: t('可申请', { context: 'tab' }), View: RequestableApps },
  requests: { text: t('我的申请'), View: OwnAppRequests },
  approvals: { text: t('待我处理'), View: AppApprovals },
} as const satisfies Record<string, { text: string; View: FunctionComponent }>
export type RequestTab = keyof typeof requestTabs

/** The tab that an address names, if it names one. */
export const toRequestTab = (name: string | null): RequestTab | undefined =>
  name !== null && Object.hasOwn(requestTabs, name) ? (name as RequestTab) : undefined
