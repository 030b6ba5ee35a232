import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import '../open-apps/public/open-apps.css'

type EventDrawerProps = { appId: string; event: string; onClosed: () => void }

/** What is sent for an event: a sample and its schema. */
export const EventDrawer = ({ appId, event, onClosed }: EventDrawerProps) => {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(webhooksContract.hookEvent, { params: { id: appId, event } })
  return (
    <Drawer
      title={t('事件：{event}', { event })}
      width={720}
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <ReadState read={read}>
        {({ name, sample, schema }) => (
          <>
            <h3 className="app-section">
              {t('“{name}”的示例', { name })} <CopyButton text={sample} what={t('示例')} />
            </h3>
            <pre className="app-canonical">{sample}</pre>
            <h3 className="app-section">
              JSON Schema <CopyButton text={schema} what="JSON Schema" />
            </h3>
            <pre className="app-canonical">{schema}</pre>
          </>
        )}
      </ReadState>
    </Drawer>
  )
}
