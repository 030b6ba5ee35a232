import { eventName } from '@atrium/contract/event-words.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { Deliveries } from './deliveries.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { HookSecrets } from './hook-secrets.tsx'
import { hookLabels, hookState } from './hook-words.ts'
import './hooks.css'

type HookDrawerProps = { app: OpenAppRow; row: WebhookRow; onClosed: () => void }

/** A webhook: its data, secrets and deliveries. */
export const HookDrawer = ({ app, row, onClosed }: HookDrawerProps) => {
  const [isOpen, setOpen] = useState(true)
  const [overlay, open] = useOverlay()
  const { data = [] } = useRead(webhooksContract.hooks, { params: { id: app.id } })
  const hook = data.find(({ id }) => id === row.id) ?? row
  const { text, tone } = hookState(hook)
  return (
    <Drawer title={t('Webhook 详情')} width={960} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <Facts
        facts={{
          状态: <Tag tone={tone}>{text}</Tag>,
          停用原因: hook.stopReason,
          失败开始时间: hook.failingSince && <Time at={hook.failingSince} />,
          [hookLabels.url]: <code className="hook-url">{hook.url}</code>,
          [hookLabels.events]: (
            <span className="hook-event-names">
              {hook.events.map((event) => (
                <Button
                  key={event}
                  look="link"
                  onClick={() => open((onShown) => <EventDrawer appId={app.id} event={event} onClosed={onShown} />)}
                >
                  {t(eventName(event))}
                </Button>
              ))}
            </span>
          ),
          [hookLabels.ordered]: hook.ordered ? t('是') : t('否'),
          [t('创建', { context: 'past' })]: (
            <>
              <Time at={hook.createTime} /> {hook.createBy.name}
            </>
          ),
        }}
      />
      <HookSecrets app={app} hook={hook} />
      <Deliveries app={app} hook={hook} />
      {overlay}
    </Drawer>
  )
}
