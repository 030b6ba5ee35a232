import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { actionsWidth } from '../../ui/row-actions.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { type SampleRow, sampleColumns, sampleRows, sortedRows } from './sample-rows.ts'
import { Widget } from './widget.tsx'

const labels = ['编辑', '详情', '停用', '删除'] as const
const actions = ({ name }: SampleRow) =>
  labels.map((label) => ({ label, danger: label === '删除', run: () => toast.success(`${label} ${name}`) }))
/** A row that cannot be ticked. */
const fixedId = '3'

const TableWithPages = () => {
  const [sort, setSort] = useState('')
  const [{ page, size }, setPage] = useState<{ page: number; size: number }>({ page: 1, size: pageSizes[0] })
  const [ids, setIds] = useState<readonly string[]>([])
  const first = (page - 1) * size
  return (
    <Widget title="表格与分页">
      <p>已选 {ids.length} 项</p>
      <DataTable<SampleRow>
        label="示例"
        columns={sampleColumns}
        rows={sortedRows(sort).slice(first, first + size)}
        firstNumber={first + 1}
        actions={actions}
        actionWidth={actionsWidth(labels.map((label) => ({ label })))}
        opener={({ name }) => ({ run: () => toast.success(`打开 ${name}`) })}
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
    <Widget title="表格（可选中一行）">
      <p>已选中 {few.find((row) => row.id === id)?.name}</p>
      <DataTable<SampleRow>
        {...common}
        label="可选中的示例"
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
    <Widget title="表格（加载中）">
      <Switch value={loading} onChange={setLoading} aria-label="加载中" />
      <DataTable<SampleRow> {...common} label="加载中的示例" rows={few} loading={loading} placeholder={null} />
    </Widget>
  )
}

const EmptyTables = () => (
  <>
    <Widget title="表格（无数据）">
      <DataTable<SampleRow>
        {...common}
        label="无数据的示例"
        rows={[]}
        loading={false}
        placeholder={<Empty title="暂无示例" hint="新增后显示在此处。" />}
      />
    </Widget>
    <Widget title="表格（加载失败）">
      <DataTable<SampleRow>
        {...common}
        label="加载失败的示例"
        rows={[]}
        loading={false}
        placeholder={<ErrorBlock msg="数据加载失败，请检查网络～" onRetry={() => toast.success('重新加载')} />}
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
    <Widget title="分页（总数过多）">
      <Pagination page={3} size={20} sizes={pageSizes} total={10_000} more onChange={() => undefined} />
    </Widget>
  </>
)
