import {
  type CallLogRow,
  callResults,
  type OpenAppRow,
} from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { HistogramSlot } from '../../../shared/histogram/histogram-slot.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { addressText, refusalNames } from '../open-apis/public/open-words.ts'
import { CallDrawer } from './call-drawer.tsx'
import { resultNames, resultTones } from './call-words.ts'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'
import './calls.css'

const { calls, callsHistogram } = openAppsContract
const names = { success: resultNames.ok, refused: resultNames.refused, failed: resultNames.failed }
const all = 'all'
const options = [
  { value: all, label: t('全部') },
  ...callResults.map((value) => ({ value, label: resultNames[value] })),
] as const
type Shown = (typeof options)[number]['value']

const columns: readonly Column<CallLogRow>[] = [
  { field: 'time', title: t('时间'), width: 168, show: (at) => <Time at={at} /> },
  {
    field: 'path',
    title: t('请求'),
    leastWidth: 200,
    show: (_path, row) => (
      <span className="open-address">
        <EllipsisText>{addressText(row)}</EllipsisText>
      </span>
    ),
  },
  {
    field: 'result',
    title: t('结果'),
    width: 136,
    show: (result, { step, trial }) => (
      <span className="app-result">
        <Tag tone={resultTones[result]}>{step === null ? resultNames[result] : refusalNames[step]}</Tag>
        {trial && <Tag>{t('调试')}</Tag>}
      </span>
    ),
  },
  { field: 'status', title: t('状态码'), width: 72, alignRight: true },
  { field: 'ms', title: t('耗时'), width: 80, alignRight: true, show: (ms) => `${ms} ms` },
  { field: 'ip', title: t('来源'), width: 128 },
]
const shownColumns = tableColumns(columns, calls)

/** Logged calls of an application. */
export const CallsTab = ({ app }: { app: OpenAppRow }) => {
  const paging = usePaging()
  const [shown, setShown] = useState<Shown>(all)
  const [overlay, open] = useOverlay()
  const [time, setTime] = useState<string>()
  const { sort: _sort, page, size, search } = paging.query
  const criteria = { search, ...(shown !== all && { 'f.result': shown }), ...(time && { 'f.time': time }) }
  const query = { page, size, ...criteria }
  const read = useRead(calls, { params: { id: app.id }, query }, { staleTime: 0 })
  const choose = (next: Shown) => {
    paging.restart()
    setShown(next)
  }
  return (
    <>
      <div className="app-tools">
        <Segments label={t('结果')} options={options} value={shown} onChange={choose} />
        <div className="app-search">
          <SearchInput
            aria-label={t('搜索日志')}
            placeholder={t('路径、IP、追踪号')}
            maxLength={64}
            value={paging.search}
            onChange={paging.setSearch}
          />
        </div>
      </div>
      <HistogramSlot
        label={t('调用时间分布')}
        endpoint={callsHistogram}
        params={{ id: app.id }}
        criteria={criteria}
        onTime={(next) => {
          paging.restart()
          setTime(next)
        }}
        place={JSON.stringify(query)}
        loading={read.isFetching}
        names={names}
      />
      <PagedTable<CallLogRow>
        label={t('调用日志')}
        columns={shownColumns}
        read={read}
        paging={paging}
        actionWidth={72}
        actions={(row) => [
          {
            label: t('明细'),
            run: () => open((onClosed) => <CallDrawer appId={app.id} row={row} onClosed={onClosed} />),
          },
        ]}
        placeholder={<Empty title={search || shown !== all || time ? t('没有符合条件的日志') : t('暂无调用日志')} />}
      />
      <p className="app-foot open-quiet">
        {t('被拒绝、失败和调试的调用全部记录；成功的调用每小时记录前 20 次，其余约每 100 次记录 1 次。保留 30 天。')}
      </p>
      {overlay}
    </>
  )
}
