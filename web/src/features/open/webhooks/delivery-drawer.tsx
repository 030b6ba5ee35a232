import type { DeliveryDetail } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { deliveryText, deliveryTones, eventLabel, hookReads, kindTexts } from './hook-words.ts'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'

const { delivery, deliveries, replayDelivery } = webhooksContract
type Params = { id: string; hookId: string; did: string }

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
const Text = ({ title, text }: { title: string; text: string }) =>
  text === '' ? null : (
    <>
      <h3 className="app-section">
        {title} <CopyButton text={text} what={title} />
      </h3>
      <pre className="app-canonical">{text}</pre>
    </>
  )

const DeliveryFacts = ({ detail }: { detail: DeliveryDetail }) => (
  <>
    <Facts
      facts={{
        结果: <Tag tone={deliveryTones[detail.state]}>{deliveryText(detail)}</Tag>,
        原因: detail.problem,
        事件: notedText(eventLabel(detail), detail.event),
        来源: kindTexts[detail.kind],
        事件时间: <Time at={detail.time} />,
        消息编号: <code>evt_{detail.eventId}</code>,
        接收地址: <code className="hook-url">{detail.url}</code>,
        已尝试: detail.tries > 0 && t('{tries} 次', { tries: detail.tries }),
        最近尝试: detail.lastTime && <Time at={detail.lastTime} />,
        下次尝试: detail.problem !== '' && detail.dueTime && <Time at={detail.dueTime} />,
        'HTTP 状态码': detail.status,
        耗时: detail.ms !== null && `${detail.ms} ms`,
      }}
    />
    <Text title={t('请求内容')} text={pretty(detail.request)} />
    {detail.withheld && <p className="open-quiet">{t('您没有该事件的查看权限，不显示请求和返回内容。')}</p>}
    <Text title={t('返回内容')} text={detail.answer} />
  </>
)

/** Until the first attempt has ended, the delivery is read again. */
const useFresh = (isOpen: boolean) =>
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void Promise.all([delivery, deliveries].map(invalidate)), 1000)
    return () => clearInterval(timer)
  }, [isOpen])

type DeliveryDrawerProps = { params: Params; isActive: boolean; onClosed: () => void }
/** A delivery: what was sent and answered last. */
export const DeliveryDrawer = ({ params, isActive, onClosed }: DeliveryDrawerProps) => {
  const [isOpen, setOpen] = useState(true)
  const [did, setDid] = useState(params.did)
  const read = useRead(delivery, { params: { ...params, did } }, { staleTime: 0 })
  const replay = useWrite(replayDelivery, { invalidates: hookReads, onDone: ({ id }) => setDid(id) })
  useFresh(isOpen && read.data?.state === 'waiting' && read.data.problem === '')
  const canReplay = isActive && read.data !== undefined && read.data.state !== 'waiting' && read.data.kind !== 'test'
  return (
    <Drawer title={t('投递明细')} width={720} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <ReadState read={read}>{(detail) => <DeliveryFacts detail={detail} />}</ReadState>
      {canReplay && (
        <Button
          icon={<RotateCw aria-hidden size={16} />}
          loading={replay.isPending}
          onClick={() => replay.mutate({ params: { ...params, did } })}
        >
          {t('重发')}
        </Button>
      )}
    </Drawer>
  )
}
