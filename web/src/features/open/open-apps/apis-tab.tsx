import type { OpenAppApi, OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { Plus } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { useOwnCompany } from '../../../shared/entry/use-own-company.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { FailureShare } from '../open-apis/public/call-cells.tsx'
import { OpenQuestion } from '../open-apis/public/open-question.tsx'
import { addressText, apiStateNames, apiStateTones } from '../open-apis/public/open-words.ts'
import { affectedReads } from './app-reads.ts'
import { callsText } from './app-words.ts'
import { GrantEditForm, GrantForm } from './grant-form.tsx'
import { QuotaBar } from './quota-bar.tsx'
import '../open-apis/public/open.css'
import './public/open-apps.css'

const { apis, calls, candidates, grant, updateGrant, ungrant } = openAppsContract
const isOver = (time: string | null) => time !== null && Date.parse(time) <= Date.now()

/** Whether the application could call it at the moment, and why not. */
const GrantState = ({ api }: { api: OpenAppApi }) => {
  if (api.status === 'draft' || api.status === 'offline') return <Tag>{apiStateNames[api.status]}</Tag>
  if (isOver(api.expireTime)) return <Tag>{t('授权已到期')}</Tag>
  if (api.startTime !== null && !isOver(api.startTime)) return <Tag tone="warn">{t('未生效')}</Tag>
  if (!api.allowed)
    return (
      <span title={t('负责人当前没有该接口的权限，调用将被拒绝')}>
        <Tag tone="danger">{t('负责人无权限')}</Tag>
      </span>
    )
  return <Tag tone={apiStateTones[api.status]}>{api.status === 'online' ? t('可调用') : t('已弃用')}</Tag>
}

const columns: readonly Column<OpenAppApi>[] = [
  { field: 'name', title: t('接口'), leastWidth: 120 },
  {
    field: 'path',
    title: t('路径'),
    leastWidth: 180,
    show: (_path, api) => (
      <span className="open-address">
        <EllipsisText>{addressText(api)}</EllipsisText>
      </span>
    ),
  },
  { field: 'allowed', title: t('状态'), width: 112, show: (_allowed, api) => <GrantState api={api} /> },
  {
    field: 'limits',
    title: t('今日 / 上限'),
    width: 128,
    alignRight: true,
    show: ({ perDay }, { name, usedToday }) => <QuotaBar name={name} used={usedToday} limit={perDay} />,
  },
  {
    field: 'errorsToday',
    title: t('未成功率'),
    width: 88,
    alignRight: true,
    show: (errors, api) => <FailureShare calls={api.callsToday} errors={errors} />,
  },
  {
    field: 'expireTime',
    title: t('授权到期'),
    width: 160,
    show: (time) => (time ? formatMoment(time) : <span className="open-quiet">{t('不限')}</span>),
  },
]
// No column is sortable: the query of another list knows none of them.
const shown = tableColumns(columns, calls)

/** The APIs that an application may call. */
export const ApisTab = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(apis, { params: { id: app.id } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  const isOwn = useOwnCompany() === app.company.id
  const mayEdit = useCan(updateGrant)
  const mayTake = useCan(ungrant)
  const [canEdit, canTake] = [isOwn && mayEdit, isOwn && mayTake]
  const add = () => open((onClosed) => <GrantForm app={app} onClosed={onClosed} />)
  const edit = (api: OpenAppApi) => open((onClosed) => <GrantEditForm app={app} api={api} onClosed={onClosed} />)
  const take = (api: OpenAppApi) =>
    open((onClosed) => (
      <OpenQuestion
        title={t('取消“{name}”的授权？', { name: api.name })}
        endpoint={ungrant}
        request={{ params: { id: app.id, apiId: api.id } }}
        confirm={t('取消授权')}
        affected={affectedReads}
        lines={(impact) => [t('取消后，该应用对此接口的调用将立即被拒绝。'), callsText(impact)]}
        onConfirmed={() => undefined}
        onClosed={onClosed}
      />
    ))
  return (
    <>
      <div className="app-tools">
        <p className="open-quiet">{t('调用内部接口的权限不超过负责人，并随其权限变化立即调整。')}</p>
        {isOwn && (
          <Can endpoint={grant}>
            <Can endpoint={candidates}>
              <Button icon={<Plus aria-hidden size={16} />} onClick={add}>
                {t('添加授权')}
              </Button>
            </Can>
          </Can>
        )}
      </div>
      <ReadState read={read}>
        {(rows) => (
          <DataTable<OpenAppApi>
            label={t('已授权接口')}
            columns={shown}
            rows={rows}
            firstNumber={1}
            loading={read.isFetching}
            sort=""
            onSort={() => undefined}
            placeholder={<Empty title={t('暂无授权的接口')} />}
            {...((canEdit || canTake) && {
              actionWidth: 128,
              actions: (api) => [
                ...(canEdit ? [{ label: t('调整'), run: () => edit(api) }] : []),
                ...(canTake ? [{ label: t('取消授权'), danger: true, run: () => take(api) }] : []),
              ],
            })}
          />
        )}
      </ReadState>
      {overlay}
    </>
  )
}
