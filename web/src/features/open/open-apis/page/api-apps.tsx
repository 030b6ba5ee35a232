import type { CallRange } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { type OpenApiApp, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { type Column, tableColumns } from '../../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../../kernel/listing/paged-table.tsx'
import { usePaging } from '../../../../kernel/listing/use-paging.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { SearchInput } from '../../../../ui/search-input.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { Time } from '../../../../ui/time.tsx'
import { CallCount, FailureShare } from '../public/call-cells.tsx'
import { CallStats } from '../public/call-stats.tsx'
import '../open-apis.css'

const columns: readonly Column<OpenApiApp>[] = [
  { field: 'name', title: t('应用'), leastWidth: 140 },
  { field: 'company', title: t('公司'), leastWidth: 140 },
  { field: 'owner', title: t('负责人', { context: 'app' }), width: 96 },
  {
    field: 'locked',
    title: t('状态'),
    width: 72,
    show: (locked) => <Tag tone={locked ? 'warn' : 'good'}>{locked ? t('已锁定') : t('正常')}</Tag>,
  },
  {
    field: 'callsToday',
    title: t('今日调用'),
    width: 88,
    alignRight: true,
    show: (calls) => <CallCount calls={calls} />,
  },
  {
    field: 'errorsToday',
    title: t('未成功率'),
    width: 88,
    alignRight: true,
    show: (errors, { callsToday }) => <FailureShare calls={callsToday} errors={errors} />,
  },
  { field: 'lastCallTime', title: t('最近调用'), width: 168, show: (at) => at && <Time at={at} /> },
]
const shown = tableColumns(columns, openApisContract.apps)

/** Applications of all companies that hold an API. */
export const ApiApps = ({ id }: { id: string }) => {
  const paging = usePaging()
  const read = useRead(openApisContract.apps, { params: { id }, query: paging.query }, { staleTime: 0 })
  return (
    <>
      <div className="open-search">
        <SearchInput
          aria-label={t('搜索应用')}
          placeholder={t('应用、公司')}
          maxLength={64}
          value={paging.search}
          onChange={paging.setSearch}
        />
      </div>
      <PagedTable<OpenApiApp>
        label={t('应用')}
        columns={shown}
        read={read}
        paging={paging}
        placeholder={<Empty title={paging.search ? t('没有符合条件的应用') : t('暂无应用获得授权')} />}
      />
    </>
  )
}

/** Statistics of an API's calls. */
export const ApiStat = ({ id }: { id: string }) => {
  const [range, setRange] = useState<CallRange>('day')
  const read = useRead(openApisContract.stat, { params: { id }, query: { range } }, { staleTime: 0 })
  return <CallStats range={range} onRange={setRange} read={read} part={t('公司')} />
}
