import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { deliveryStates } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import type { DeliveryRow, WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { deliveryNames, deliveryText, deliveryTones, eventLabel, hookReads } from './hook-words.ts'
import { ReplayForm } from './replay-form.tsx'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'

const { deliveries, testHook } = webhooksContract
const all = 'all'
const options = [
  { value: all, label: t('全部') },
  ...deliveryStates.map((value) => ({ value, label: deliveryNames[value] })),
] as const
type Shown = (typeof options)[number]['value']

const columns: readonly Column<DeliveryRow>[] = [
  { field: 'time', title: t('事件时间'), width: 168, show: (at) => <Time at={at} /> },
  {
    field: 'event',
    title: t('事件'),
    leastWidth: 160,
    show: (_event, row) => (
      <span title={row.event}>
        {row.kind === 'replay' ? t('{event}（重发）', { event: eventLabel(row) }) : eventLabel(row)}
      </span>
    ),
  },
  {
    field: 'state',
    title: t('结果'),
    width: 132,
    show: (state, row) => <Tag tone={deliveryTones[state]}>{deliveryText(row)}</Tag>,
  },
  { field: 'status', title: t('状态码'), width: 72, alignRight: true },
  { field: 'tries', title: t('次数'), width: 64, alignRight: true },
  { field: 'ms', title: t('耗时'), width: 88, alignRight: true, show: (ms) => (ms === null ? '' : `${ms} ms`) },
  { field: 'problem', title: t('原因'), leastWidth: 120 },
]
const shownColumns = tableColumns(columns, deliveries)

/** What a webhook received, with a test and replays. */
export const Deliveries = ({ app, hook }: { app: OpenAppRow; hook: WebhookRow }) => {
  const paging = usePaging()
  const [shown, setShown] = useState<Shown>(all)
  const [overlay, open] = useOverlay()
  const params = { id: app.id, hookId: hook.id }
  const { sort: _sort, ...page } = paging.query
  const query = { ...page, ...(shown !== all && { 'f.state': shown }) }
  const read = useRead(deliveries, { params, query }, { staleTime: 0 })
  const show = (did: string) =>
    open((onClosed) => <DeliveryDrawer params={{ ...params, did }} isActive={hook.active} onClosed={onClosed} />)
  const test = useWrite(testHook, { invalidates: hookReads, onDone: ({ id }) => show(id) })
  const replay = () => open((onClosed) => <ReplayForm params={params} onClosed={onClosed} />)
  return (
    <>
      <h3 className="app-section">{t('投递记录')}</h3>
      <div className="app-tools">
        <Segments
          label={t('结果')}
          options={options}
          value={shown}
          onChange={(next) => {
            paging.restart()
            setShown(next)
          }}
        />
        <span className="hook-acts">
          <Button
            icon={<Send aria-hidden size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate({ params })}
          >
            {t('发送测试')}
          </Button>
          {hook.active && (
            <Button icon={<RotateCw aria-hidden size={16} />} onClick={replay}>
              {t('重发')}
            </Button>
          )}
        </span>
      </div>
      <PagedTable<DeliveryRow>
        label={t('投递记录')}
        columns={shownColumns}
        read={read}
        paging={paging}
        actionWidth={72}
        actions={({ id }) => [{ label: t('明细'), run: () => show(id) }]}
        placeholder={<Empty title={shown === all ? t('暂无投递记录') : t('没有符合条件的投递记录')} />}
      />
      <p className="app-foot open-quiet">
        {t('失败后依次在 1 分钟、5 分钟、30 分钟、2 小时、12 小时后重试；记录保留 30 天。')}
      </p>
      {overlay}
    </>
  )
}
