import {
  type BulkDetails,
  type BulkRow,
  bulkContract,
} from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { PagingSearch } from '../../../kernel/listing/paging-search.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { Empty } from '../../../ui/empty.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { tabsFor } from './bulk-words.ts'

const { rows } = bulkContract
const name: Column<BulkRow> = {
  field: 'name',
  title: t('名称'),
  leastWidth: 160,
  show: (text) => text || t('无法查看'),
}
const reason: Column<BulkRow> = { field: 'reason', title: t('原因'), leastWidth: 200 }
const named = tableColumns([name], rows)
const explained = tableColumns([name, reason], rows)

/** The rows of an operation, by what becomes of them. */
export const BulkRows = ({ bulk }: { bulk: BulkDetails }) => {
  const { noun } = bulk
  const [chosen, choose] = useState('')
  const paging = usePaging()
  const tabs = tabsFor(bulk)
  const active = tabs.find(({ key }) => key === chosen) ?? tabs[0]
  const select = (key: string) => {
    paging.restart()
    choose(key)
  }
  const read = useRead(
    rows,
    { params: { id: bulk.id }, query: { ...paging.query, ...active?.filter } },
    { enabled: active !== undefined },
  )
  if (!active) return undefined
  return (
    <PlainTabs label={t('预检结果')} tabs={tabs} active={active.key} onSelect={select}>
      <div className="bulk-rows">
        <PagingSearch paging={paging} label={t('搜索{noun}', { noun })} placeholder={t('名称')} />
        <PagedTable<BulkRow>
          label={noun}
          columns={active.explained ? explained : named}
          read={read}
          paging={paging}
          placeholder={<Empty title={t('没有符合条件的{noun}', { noun })} />}
        />
      </div>
    </PlainTabs>
  )
}
