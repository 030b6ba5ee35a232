import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { Suspense, use, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { useOwnCompany } from '../../../shared/entry/use-own-company.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ApisTab } from './apis-tab.tsx'
import { AppFacts } from './app-facts.tsx'
import { type AppTabs, AppTabsSlot } from './app-tabs.ts'
import { SecretsTab } from './secrets-tab.tsx'
import { StatTab } from './stat-tab.tsx'

const own = { basic: AppFacts, secrets: SecretsTab, apis: ApisTab, stat: StatTab }
type Tab = keyof typeof own | keyof AppTabs

const callTabs = (canSeeCalls: boolean) => [
  ...(canSeeCalls ? [{ key: 'calls' as const, text: '日志' }] : []),
  { key: 'stat' as const, text: '统计' },
]
/** What the operator sees of other companies’ applications. */
const tabsOfOthers = ({ apis }: OpenAppRow, canSeeCalls: boolean) => [
  { key: 'basic' as const, text: '基本' },
  { key: 'apis' as const, text: `接口 ${apis}` },
  ...callTabs(canSeeCalls),
]

/** An application: its data, secrets, APIs, their document, single sign-on, provisioning, portal, webhooks, logged calls and statistics. */
export const AppDrawer = ({ row, onClosed }: RowDrawerProps<OpenAppRow>) => {
  const [isOpen, setOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('basic')
  const canSeeCalls = useCan(openAppsContract.calls)
  const isForeign = useOwnCompany() !== row.company.id
  const canSeeHooks = useCan(webhooksContract.hooks)
  const read = useRead(openAppsContract.get, { params: { id: row.id } }, { staleTime: 0 })
  const Shown = { ...own, ...use(AppTabsSlot) }[tab]
  return (
    <Drawer
      title={`应用：${read.data?.name ?? row.name}`}
      width={960}
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <ReadState read={read}>
        {(app) => (
          <PlainTabs<Tab>
            label="应用"
            tabs={
              isForeign
                ? tabsOfOthers(app, canSeeCalls)
                : [
                    { key: 'basic', text: '基本' },
                    { key: 'secrets', text: `密钥 ${app.secrets}` },
                    { key: 'apis', text: `接口 ${app.apis}` },
                    { key: 'doc', text: '文档' },
                    { key: 'oidc', text: 'OIDC 单点登录' },
                    { key: 'scim', text: '用户同步' },
                    { key: 'portal', text: '门户' },
                    ...(canSeeHooks ? [{ key: 'hooks' as const, text: 'Webhook' }] : []),
                    ...callTabs(canSeeCalls),
                  ]
            }
            active={tab}
            onSelect={setTab}
          >
            <Suspense fallback={<Skeleton lines={6} />}>
              <Shown app={app} />
            </Suspense>
          </PlainTabs>
        )}
      </ReadState>
    </Drawer>
  )
}
