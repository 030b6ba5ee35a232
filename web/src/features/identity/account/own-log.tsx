import { eventName } from '@atrium/contract/event-words.ts'
import { accountContract, type ownLogRow } from '@atrium/contract/features/identity/account/account.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { RefreshCw } from 'lucide-react'
import type * as z from 'zod/mini'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { useList } from '../../../kernel/listing/use-list.ts'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { eventOptions } from './own-log-events.ts'
import './profile.css'

type Row = z.output<typeof ownLogRow>

const Result = ({ ok, code, traceId }: Row) => {
  if (ok) return <Tag tone="good">{t('成功')}</Tag>
  if (code === Code.moreInput) return <Tag>{t('待完成')}</Tag>
  return (
    <span className="own-log-failure">
      <Tag>{t('失败')}</Tag>
      <EllipsisText mono full={t('追踪号 {traceId}', { traceId })}>
        {traceId.slice(0, 8)}
      </EllipsisText>
    </span>
  )
}

const columns: readonly Column<Row>[] = [
  { field: 'time', title: t('时间'), width: 156, show: (at) => <Time at={at} /> },
  {
    field: 'event',
    title: t('事件'),
    width: 132,
    show: (event, { entityName }) => (
      <EllipsisText {...(entityName ? { full: labelledText(t(eventName(event)), entityName) } : {})}>
        {t(eventName(event))}
      </EllipsisText>
    ),
  },
  {
    field: 'ip',
    title: t('IP 地址'),
    show: (ip, { area }) => <EllipsisText>{[ip, area].filter(Boolean).join(' · ')}</EllipsisText>,
  },
  {
    field: 'agent',
    title: t('设备'),
    show: (agent) => <EllipsisText full={agent || t('未知设备')}>{agentName(agent)}</EllipsisText>,
  },
  { field: 'ok', title: t('结果'), width: 128, show: (_ok, row) => <Result {...row} /> },
]

/** The user's own log. The list state is in the address. */
export const OwnLog = () => {
  const [state, change] = useListState(accountContract.logs)
  const { rows, page, total, more, loading, failure, reload } = useList(accountContract.logs, state)
  const { event } = state.filters
  const showAll = () => change({ filters: {} })

  const renderPlaceholder = () => {
    if (failure) return <FailureBlock failure={failure} onRetry={reload} />
    if (loading) return <div className="own-log-waiting" />
    if (!event) return <Empty title={t('暂无日志')} hint={t('记录您的登录和操作，供您核对。')} />
    return (
      <Empty title={t('暂无“{event}”的记录', { event: t(eventName(event)) })}>
        <Button onClick={showAll}>{t('查看全部')}</Button>
      </Empty>
    )
  }

  return (
    <section className="profile-card own-log" aria-labelledby="own-log">
      <header className="own-log-head">
        <h2 id="own-log">{t('我的日志')}</h2>
        <div className="own-log-tools">
          <div className="own-log-filter">
            <Select
              aria-label={t('事件')}
              placeholder={t('全部事件')}
              options={eventOptions}
              value={event}
              onChange={(chosen) => change({ filters: chosen ? { event: chosen } : {} })}
              clearable
            />
          </div>
          <Button
            onClick={reload}
            icon={<RefreshCw aria-hidden size={14} className={loading ? 'turning' : undefined} />}
          >
            {t('刷新')}
          </Button>
        </div>
      </header>
      <DataTable<Row>
        label={t('我的日志')}
        columns={tableColumns(columns, accountContract.logs)}
        rows={rows}
        firstNumber={(page - 1) * state.size + 1}
        loading={loading}
        placeholder={renderPlaceholder()}
        sort=""
        onSort={() => undefined}
      />
      {total > 0 && (
        <Pagination
          page={page}
          size={state.size}
          sizes={pageSizes}
          total={total}
          more={more}
          onChange={(next, size) => change(size === state.size ? { page: next } : { size })}
        />
      )}
    </section>
  )
}
