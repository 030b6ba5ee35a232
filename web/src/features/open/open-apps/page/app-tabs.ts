import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { ComponentType } from 'react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { useCommentsTab } from '../../../../kernel/comments/row-comments.tsx'
import { useCanSeeTimelines } from '../../../../kernel/timeline/timeline-action.tsx'
import { t } from '../../../../ui/texts.ts'

type AppPart = ComponentType<{ app: OpenAppRow }>
/**
 * Parts of an application that other features draw: its document, sign-on, provisioning, portal, webhooks, logged calls,
 * and why the last one was refused.
 */
export type AppParts = Record<'doc' | 'oidc' | 'scim' | 'portal' | 'hooks' | 'calls' | 'refusal', AppPart>
export type OwnPart = 'secrets' | 'apis' | 'stat' | 'facts'
export type TabKey = 'overview' | 'comments' | 'timeline' | OwnPart | Exclude<keyof AppParts, 'refusal'>

type Tab = { key: TabKey; text: string }

/** The tabs of an application; of another company's, the operator sees what needs none of its secrets. */
export const useAppTabs = ({ id, secrets, apis }: OpenAppRow, isOwn: boolean): readonly Tab[] => {
  const canSeeCalls = useCan(openAppsContract.calls)
  const canSeeHooks = useCan(webhooksContract.hooks)
  const canSeeTimeline = useCanSeeTimelines()
  const comments = useCommentsTab({ entity: 'openApp', id })
  const shown: (Tab & { if: boolean })[] = [
    { key: 'overview', text: t('概况'), if: true },
    { key: 'secrets', text: t('密钥 {secrets}', { secrets }), if: isOwn },
    { key: 'apis', text: t('接口 {apis}', { apis }), if: true },
    { key: 'hooks', text: 'Webhook', if: isOwn && canSeeHooks },
    { key: 'calls', text: t('调用日志'), if: canSeeCalls },
    { key: 'stat', text: t('统计'), if: true },
    { key: 'doc', text: t('文档', { context: 'reference' }), if: isOwn },
    { key: 'oidc', text: t('OIDC 单点登录'), if: isOwn },
    { key: 'scim', text: t('用户同步'), if: isOwn },
    { key: 'portal', text: t('门户'), if: isOwn },
    { key: 'facts', text: t('基本信息'), if: true },
    { ...comments, if: true },
    { key: 'timeline', text: t('变更记录'), if: canSeeTimeline },
  ]
  return shown.flatMap(({ if: isShown, ...tab }) => (isShown ? tab : []))
}
