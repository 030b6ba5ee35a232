import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { ApisTab } from './apis-tab.tsx'
import { AppFacts } from './app-facts.tsx'
import { CallsTab } from './calls-tab.tsx'
import { SecretsTab } from './secrets-tab.tsx'
import { StatTab } from './stat-tab.tsx'

const { get, calls } = openAppsContract
type Tab = 'basic' | 'secrets' | 'apis' | 'calls' | 'stat'

/** An application: its data, secrets, APIs, logged calls and statistics. */
export const AppDrawer = ({ row, onClosed }: RowDrawerProps<OpenAppRow>) => {
  const [isOpen, setOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('basic')
  const canSeeCalls = useCan(calls)
  const read = useRead(get, { params: { id: row.id } }, { staleTime: 0 })
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
          <PlainTabs
            label="应用"
            tabs={[
              { key: 'basic', text: '基本' },
              { key: 'secrets', text: `密钥 ${app.secrets}` },
              { key: 'apis', text: `接口 ${app.apis}` },
              ...(canSeeCalls ? [{ key: 'calls' as const, text: '日志' }] : []),
              { key: 'stat', text: '统计' },
            ]}
            active={tab}
            onSelect={setTab}
          >
            {tab === 'basic' && <AppFacts app={app} />}
            {tab === 'secrets' && <SecretsTab app={app} />}
            {tab === 'apis' && <ApisTab app={app} />}
            {tab === 'calls' && <CallsTab app={app} />}
            {tab === 'stat' && <StatTab app={app} />}
          </PlainTabs>
        )}
      </ReadState>
    </Drawer>
  )
}
