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
import { useOpened } from '../../ui/use-opened.tsx'
import { useCan } from '../access/use-can.ts'
import { useGranted } from '../access/use-granted.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/use-endpoint.ts'
import { FailureBlock } from '../page/failure-block.tsx'
import { timelineAction } from '../timeline/timeline-action.tsx'
import { inOrder, useArrangement } from './arrangement.ts'
import type { BatchAction, BatchOutcome } from './batch-action.ts'
import { BatchBar } from './batch-bar.tsx'
import { type Column, tableColumns } from './columns.tsx'
import type { Filter } from './filters.tsx'
import { type FilterName, isKeyset, type ListContract, type RowOf } from './list-contract.ts'
import { isNarrowed } from './list-state.ts'
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

/** What a list's form is given: the row to change, or none for a new one. */
export type ListFormProps<Row> = Omit<RowDrawerProps<Row>, 'row'> & { row: Row | undefined }

type ListPageProps<C extends ListContract, Row> = {
  contract: C
  /** What one row is called: 基础参数. */
  noun: string
  /** What the list is for; said when it is empty. */
  purpose: string
  /** What the search looks in. */
  searchHint: string
  columns: readonly Column<Row>[]
  /** What a row is called in the question before it is deleted. */
  nameOf?: (row: Row) => string
  filters?: readonly Filter<FilterName<C['list']>>[]
  rowActions?: readonly RowAction<Row>[]
  /** What can be done to several rows at once. */
  batchActions?: readonly BatchAction<Row>[]
  /** Offers 变更记录, last of all: what kind of row this is, the noun of its events. */
  timeline?: string
  form?: FunctionComponent<ListFormProps<Row>>
  /** Which rows may be deleted; all, unless said otherwise. */
  removable?: (row: Row) => boolean
  /** What deleting a row takes with it. */
  removal?: (row: Row) => string
  /** What else can be done here, beside the add button. */
  tools?: ReactNode
  /** Rows can be selected, and the first one is when data loads; told which one it is. */
  selectsFirstRow?: (row: Row | undefined) => void
  /** false: the list comes whole. */
  paged?: boolean
  /** Which of the rows are shown, and in what order, where that is not the server's business: a tree's open branches. */
  arrange?: (rows: readonly Row[]) => readonly Row[]
}

/** Rows of a list that is counted from a row carry their number. */
const seqOf = (row: object): number => (row as { seq: number }).seq

/** The generic list screen of the specification (§2): search, rows, row operations, form, paging. Data is declared. */
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
  removal: consequence = () => `删除后，这条${noun}不再可用。`,
  tools,
  selectsFirstRow,
  paged = true,
  arrange,
}: ListPageProps<C, Row>) => {
  const [state, change] = useListState(contract.list)
  const { rows: loaded, page, total, more, loading, failure, reload } = useList(contract.list, state, paged)
  const rows = arrange?.(loaded as unknown as Row[]) ?? (loaded as unknown as Row[])
  const keyset = isKeyset(contract.list)
  const isTurned = state.after !== undefined || state.before !== undefined
  const [first, last] = [rows[0], rows.at(-1)]
  // A page that is not full is the last one; so is one that shows all there are.
  const mayGoOn = rows.length === state.size && (isTurned || more || total > rows.length)
  const [markedId, mark] = useMarkedRow()
  const [selectedId, select] = useSelectedRow(rows, selectsFirstRow)
  const [drawer, open] = useOpened()
  const made = (id: string) => {
    mark(id)
    select?.(id)
  }
  const callRow = nameOf ?? (() => `这条${noun}`)
  const [ticked, ticks] = useTicks(rows, callRow)
  const [ask, question] = useConfirm()
  const searchId = useId()

  const { order = [], hidden = [], density = 'standard' } = useArrangement(contract.list) ?? {}
  const declared = tableColumns(columns, contract.list)
  const shown = inOrder(declared, order).filter(({ key }, at) => at === 0 || !hidden.includes(key))
  const [arranging, panel] = useListTools({ endpoint: contract.list, columns: declared, state, onOpen: change })

  const batches = useGranted(batchActions)
  const mayCreate = useCan(contract.create ?? contract.list)
  const add =
    contract.create && Form && mayCreate
      ? () => open((onClosed) => <Form row={undefined} onSaved={made} onClosed={onClosed} />)
      : undefined

  const { update, remove } = contract
  const removal = (row: Row): RowQuestion => ({
    title: nameOf ? `删除“${nameOf(row)}”？` : `删除这条${noun}？`,
    body: consequence(row),
    does: async () => remove && call(remove, { params: { id: row.id } } as never),
  })
  const operations = useRowActions<Row>(
    [
      ...(update && Form ? [{ label: '编辑', may: update, opens: Form }] : []),
      ...rowActions,
      ...(remove
        ? [{ label: '删除', may: remove, danger: true, asks: removal, ...(removable ? { when: removable } : {}) }]
        : []),
      ...(timeline ? [timelineAction<Row>(timeline, nameOf ?? (() => noun))] : []),
    ],
    (Drawer, row) => open((onClosed) => <Drawer row={row} onSaved={mark} onClosed={onClosed} />),
    ({ does, ...question }, { id }) =>
      ask({
        ...question,
        run: async () => {
          try {
            await does()
            mark(id)
          } finally {
            // A refusal too says that the rows are no longer what they were.
            await invalidate(contract.list)
          }
        },
      }),
  )

  const tellBatch = (label: string, outcome: BatchOutcome) => {
    ticks.onChange([])
    if (outcome.failed.length === 0) return toast.success('操作成功')
    const names = new Map(ticked.map((row) => [row.id, callRow(row)]))
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
  const batch = ({ label, danger = false, ...action }: BatchAction<Row>) => {
    if ('opens' in action)
      return open((onClosed) => (
        <action.opens rows={ticked} onDone={(outcome) => tellBatch(label, outcome)} onClosed={onClosed} />
      ))
    const { does, ...question } = action.asks(ticked)
    ask({
      ...question,
      confirm: label,
      danger,
      run: async () => {
        const outcome = await does()
        await invalidate(contract.list)
        tellBatch(label, outcome)
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
    if (!isNarrowed(state))
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
        arranging={arranging}
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
          onChoose={batch}
          onNone={() => ticks.onChange([])}
        />
      )}
      {keyset && total > 0 && (
        <KeysetPagination
          total={total}
          more={more}
          onNewest={isTurned ? () => change({}) : undefined}
          onNewer={isTurned ? () => change(first ? { before: seqOf(first) } : {}) : undefined}
          onOlder={mayGoOn && last ? () => change({ after: seqOf(last) }) : undefined}
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
      {panel}
      <Suspense>{drawer}</Suspense>
      {question}
    </section>
  )
}
