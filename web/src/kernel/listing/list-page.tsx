import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { Plus } from 'lucide-react'
import { type FunctionComponent, lazy, type ReactNode, Suspense, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { KeysetPagination } from '../../ui/keyset-pagination.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { toast } from '../../ui/toast.ts'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { useCan } from '../access/use-can.ts'
import { usePermittedActions } from '../access/use-permitted-actions.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/use-read.ts'
import { FailureBlock } from '../page/failure-block.tsx'
import { timelineAction } from '../timeline/timeline-action.tsx'
import type { BatchAction, BatchOutcome } from './batch-action.ts'
import { BatchBar } from './batch-bar.tsx'
import { type Column, tableColumns } from './columns.tsx'
import type { Filter } from './filters.tsx'
import { type FilterName, isKeyset, type ListContract, type RowOf } from './list-contract.ts'
import { orderColumns, useListPreferences } from './list-preferences.ts'
import { isFiltered } from './list-state.ts'
import { SearchBar } from './search-bar.tsx'
import { useKeys } from './use-keys.ts'
import { useList } from './use-list.ts'
import { useListState } from './use-list-state.ts'
import { useListTools } from './use-list-tools.tsx'
import { useMarkedRow } from './use-marked-row.ts'
import { type RowAction, type RowDrawerProps, type RowQuestion, useRowActions } from './use-row-actions.ts'
import { useSelectedRow } from './use-selected-row.ts'
import { useTicks } from './use-ticks.ts'
import './list-page.css'

const BatchResult = lazy(async () => ({ default: (await import('./batch-result.tsx')).BatchResult }))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

/** Props of a list's form; `row` is undefined for a new one. */
export type ListFormProps<Row> = Omit<RowDrawerProps<Row>, 'row'> & { row: Row | undefined }

type ListPageProps<C extends ListContract, Row> = {
  contract: C
  /** Name of one row: 基础参数. */
  noun: string
  /** Purpose of the list, shown when it is empty. */
  purpose: string
  /** What the search covers. */
  searchHint: string
  columns: readonly Column<Row>[]
  /** Name of a row in the confirmation before it is deleted. */
  nameOf?: (row: Row) => string
  filters?: readonly Filter<FilterName<C['list']>>[]
  rowActions?: readonly RowAction<Row>[]
  /** Actions on several rows. */
  batchActions?: readonly BatchAction<Row>[]
  /** Offers 变更记录 as last action. The kind of row: the noun of its events. */
  timeline?: string
  form?: FunctionComponent<ListFormProps<Row>>
  /** Which rows can be deleted; all by default. */
  removable?: (row: Row) => boolean
  /** Consequence of deleting a row, for the confirmation. */
  removal?: (row: Row) => string
  /** Other actions beside the add button. */
  tools?: ReactNode
  /** Makes rows selectable, selects the first one when data loads, and receives the selected row. */
  onSelectedRow?: (row: Row | undefined) => void
  /** false: the list has a single page. */
  paged?: boolean
  /** Filters or reorders the loaded rows on the client, for example by a tree's open branches. */
  transformRows?: (rows: readonly Row[]) => readonly Row[]
}

/** Rows of a keyset-paged list carry their sequence number. */
const seqOf = (row: object): number => (row as { seq: number }).seq

/** Generic list screen, declared by props: search, rows, row actions, form, paging. */
export const ListPage = <C extends ListContract, Row extends RowOf<C['list']> = RowOf<C['list']>>({
  contract,
  noun,
  purpose,
  searchHint,
  columns,
  nameOf,
  filters = [],
  rowActions = [],
  batchActions = [],
  timeline,
  form: Form,
  removable,
  removal: removalText = () => `删除后，这条${noun}不再可用。`,
  tools,
  onSelectedRow,
  paged = true,
  transformRows,
}: ListPageProps<C, Row>) => {
  const [state, change] = useListState(contract.list)
  const { rows: loaded, page, total, more, loading, failure, reload } = useList(contract.list, state, paged)
  const rows = transformRows?.(loaded as unknown as Row[]) ?? (loaded as unknown as Row[])
  const keyset = isKeyset(contract.list)
  const isPastFirstPage = state.after !== undefined || state.before !== undefined
  const [first, last] = [rows[0], rows.at(-1)]
  // A page that is not full is the last one; so is one that shows all rows.
  const hasNextPage = rows.length === state.size && (isPastFirstPage || more || total > rows.length)
  const [markedId, mark] = useMarkedRow()
  const [selectedId, select] = useSelectedRow(rows, onSelectedRow)
  const [drawer, open] = useOverlay()
  const handleCreated = (id: string) => {
    mark(id)
    select?.(id)
  }
  const rowName = nameOf ?? (() => `这条${noun}`)
  const [ticked, ticks] = useTicks(rows, rowName)
  const [ask, question] = useConfirm()
  const searchId = useId()

  const { order = [], hidden = [], density = 'standard' } = useListPreferences(contract.list) ?? {}
  const allColumns = tableColumns(columns, contract.list)
  const shown = orderColumns(allColumns, order).filter(({ key }, at) => at === 0 || !hidden.includes(key))
  const [preferenceButtons, preferencePanel] = useListTools({
    endpoint: contract.list,
    columns: allColumns,
    state,
    onOpen: change,
  })

  const batches = usePermittedActions(batchActions)
  const canCreate = useCan(contract.create ?? contract.list)
  const add =
    contract.create && Form && canCreate
      ? () => open((onClosed) => <Form row={undefined} onSaved={handleCreated} onClosed={onClosed} />)
      : undefined

  const { update, remove } = contract
  const removal = (row: Row): RowQuestion => ({
    title: nameOf ? `删除“${nameOf(row)}”？` : `删除这条${noun}？`,
    body: removalText(row),
    run: async () => remove && call(remove, { params: { id: row.id } } as never),
  })
  const operations = useRowActions<Row>(
    [
      ...(update && Form ? [{ label: '编辑', endpoint: update, drawer: Form }] : []),
      ...rowActions,
      ...(remove
        ? [
            {
              label: '删除',
              endpoint: remove,
              danger: true,
              confirm: removal,
              ...(removable ? { when: removable } : {}),
            },
          ]
        : []),
      ...(timeline ? [timelineAction<Row>(timeline, nameOf ?? (() => noun))] : []),
    ],
    (Drawer, row) => open((onClosed) => <Drawer row={row} onSaved={mark} onClosed={onClosed} />),
    ({ run, ...question }, { id }) =>
      ask({
        ...question,
        run: async () => {
          try {
            await run()
            mark(id)
          } finally {
            // A refusal may mean that the rows have changed.
            await invalidate(contract.list)
          }
        },
      }),
  )

  const showBatchOutcome = (label: string, outcome: BatchOutcome) => {
    ticks.onChange([])
    if (outcome.failed.length === 0) return toast.success('操作成功')
    const names = new Map(ticked.map((row) => [row.id, rowName(row)]))
    open((onClosed) => (
      <BatchResult
        label={label}
        noun={noun}
        outcome={outcome}
        nameOf={(id) => names.get(id) ?? id}
        onClose={onClosed}
      />
    ))
  }
  const runBatchAction = ({ label, danger = false, ...action }: BatchAction<Row>) => {
    if ('drawer' in action)
      return open((onClosed) => (
        <action.drawer rows={ticked} onDone={(outcome) => showBatchOutcome(label, outcome)} onClosed={onClosed} />
      ))
    const { run, ...question } = action.confirm(ticked)
    ask({
      ...question,
      confirm: label,
      danger,
      run: async () => {
        const outcome = await run()
        await invalidate(contract.list)
        showBatchOutcome(label, outcome)
      },
    })
  }

  useKeys({
    '/': () => document.getElementById(searchId)?.focus(),
    n: add,
    r: reload,
    '?': () => open((onClosed) => <KeyHelp onClosed={onClosed} />),
  })

  const addButton = add && (
    <Button look="primary" icon={<Plus aria-hidden size={16} />} onClick={add}>
      新增
    </Button>
  )
  const placeholder = () => {
    if (failure) return <FailureBlock failure={failure} onRetry={reload} />
    if (loading) return <div className="list-page-waiting" />
    if (state.after !== undefined) return <Empty title="没有更早的记录了" />
    if (!isFiltered(state))
      return (
        <Empty title={`还没有${noun}`} hint={purpose}>
          {addButton}
        </Empty>
      )
    return (
      <Empty title={`没有符合条件的${noun}`} hint="换个关键词，或清除条件后再看。">
        <Button onClick={() => change({ search: '', filters: {} })}>清除条件</Button>
      </Empty>
    )
  }

  return (
    <section className="list-page">
      <SearchBar
        searchId={searchId}
        searchHint={searchHint}
        filters={filters}
        state={state}
        loading={loading}
        onSearch={change}
        onRefresh={reload}
        preferenceButtons={preferenceButtons}
      >
        {(tools || addButton) && (
          <>
            {tools}
            {addButton}
          </>
        )}
      </SearchBar>
      <DataTable<Row>
        label={noun}
        columns={shown}
        density={density}
        rows={rows}
        firstNumber={(page - 1) * state.size + 1}
        numberOf={keyset ? seqOf : undefined}
        {...operations}
        loading={loading}
        placeholder={placeholder()}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selectedId={selectedId}
        onSelect={select && (({ id }) => select(id))}
        ticks={batches.length > 0 ? ticks : undefined}
        markedId={markedId}
      />
      {ticked.length > 0 && (
        <BatchBar
          count={`已选 ${ticked.length} 个${noun}`}
          actions={batches}
          onChoose={runBatchAction}
          onNone={() => ticks.onChange([])}
        />
      )}
      {keyset && total > 0 && (
        <KeysetPagination
          total={total}
          more={more}
          onNewest={isPastFirstPage ? () => change({}) : undefined}
          onNewer={isPastFirstPage ? () => change(first ? { before: seqOf(first) } : {}) : undefined}
          onOlder={hasNextPage && last ? () => change({ after: seqOf(last) }) : undefined}
          sizes={{ size: state.size, sizes: pageSizes, onChange: (size) => change({ size }) }}
        />
      )}
      {paged && !keyset && total > 0 && (
        <Pagination
          page={page}
          size={state.size}
          sizes={pageSizes}
          total={total}
          more={more}
          onChange={(next, size) => change(size === state.size ? { page: next } : { size })}
        />
      )}
      {preferencePanel}
      <Suspense>{drawer}</Suspense>
      {question}
    </section>
  )
}
