import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { actionsWidth } from '../../ui/row-actions.tsx'
import { Switch } from '../../ui/switch.tsx'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { type SampleRow, sampleColumns, sampleRows, sortedRows } from './sample-rows.ts'
import { Widget } from './widget.tsx'

const labels = [t('编辑'), t('详情'), t('停用'), t('删除')] as const
const actions = ({ name }: SampleRow) =>
  labels.map((label) => ({ label, danger: label === labels[3], run: () => toast.success(`${label} ${name}`) }))
/** A row that cannot be ticked. */
const fixedId = '3'

const TableWithPages = () => {
  const [sort, setSort] = useState('')
  const [{ page, size }, setPage] = useState<{ page: number; size: number }>({ page: 1, size: pageSizes[0] })
  const [ids, setIds] = useState<readonly string[]>([])
  const first = (page - 1) * size
  return (
    <Widget title={t('表格与分页')}>
      <p>{t('已选 {count} 项', { count: ids.length })}</p>
      <DataTable<SampleRow>
        label={t('示例')}
        columns={sampleColumns}
        rows={sortedRows(sort).slice(first, first + size)}
        firstNumber={first + 1}
        actions={actions}
        actionWidth={actionsWidth(labels.map((label) => ({ label })))}
        opener={({ name }) => ({ run: () => toast.success(t('打开 {name}', { name })) })}
        loading={false}
        placeholder={null}
        sort={sort}
        onSort={setSort}
        ticks={{ ids, onChange: setIds, rowName: ({ name }) => name, isFixed: ({ id }) => id === fixedId }}
      />
      <Pagination
        page={page}
        size={size}
        sizes={pageSizes}
        total={sampleRows.length}
        more={false}
        onChange={(next, nextSize) => setPage({ page: nextSize === size ? next : 1, size: nextSize })}
      />
    </Widget>
  )
}

const common = { columns: sampleColumns, firstNumber: 1, sort: '', onSort: () => undefined }
const few = sampleRows.slice(0, 3)

const SelectableTable = () => {
  const [id, select] = useState('1')
  return (
    <Widget title={t('表格（可选中一行）')}>
      <p>{t('已选中 {name}', { name: few.find((row) => row.id === id)?.name })}</p>
      <DataTable<SampleRow>
        {...common}
        label={t('可选中的示例')}
        rows={few}
        loading={false}
        placeholder={null}
        selectedId={id}
        onSelect={(row) => select(row.id)}
        markedId="2"
      />
    </Widget>
  )
}

const LoadingTable = () => {
  const [loading, setLoading] = useState(true)
  return (
    <Widget title={t('表格（加载中）')}>
      <Switch value={loading} onChange={setLoading} aria-label={t('加载中')} />
      <DataTable<SampleRow> {...common} label={t('加载中的示例')} rows={few} loading={loading} placeholder={null} />
    </Widget>
  )
}

const EmptyTables = () => (
  <>
    <Widget title={t('表格（无数据）')}>
      <DataTable<SampleRow>
        {...common}
        label={t('无数据的示例')}
        rows={[]}
        loading={false}
        placeholder={<Empty title={t('暂无示例')} hint={t('新增后显示在此处。')} />}
      />
    </Widget>
    <Widget title={t('表格（加载失败）')}>
      <DataTable<SampleRow>
        {...common}
        label={t('加载失败的示例')}
        rows={[]}
        loading={false}
        placeholder={<ErrorBlock msg={t('数据加载失败，请检查网络～')} onRetry={() => toast.success(t('重新加载'))} />}
      />
    </Widget>
  </>
)

/** Tables with rows, without, and while they load; pagination. */
export const TableWidgets = () => (
  <>
    <TableWithPages />
    <SelectableTable />
    <LoadingTable />
    <EmptyTables />
    <Widget title={t('分页（总数过多）')}>
      <Pagination page={3} size={20} sizes={pageSizes} total={10_000} more onChange={() => undefined} />
    </Widget>
  </>
)
