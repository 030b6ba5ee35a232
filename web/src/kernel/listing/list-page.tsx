import { Plus } from 'lucide-react'
import { type FunctionComponent, type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { t } from '../../ui/texts.ts'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { useSelecting } from '../../ui/use-selecting.ts'
import { BarTools } from './bar-tools.tsx'
import type { Column } from './columns.tsx'
import type { Filter, FilterOf } from './filters.tsx'
import type { ListContract, RowOf } from './list-contract.ts'
import type { ListFormProps } from './list-form.ts'
import { ListPaging } from './list-paging.tsx'
import { ListPlaceholder } from './list-placeholder.tsx'
import { tagFilters } from './list-tags.tsx'
import type { ListTexts } from './list-texts.ts'
import { ListTools } from './list-tools.tsx'
import { SearchBar } from './search-bar.tsx'
import { StaleRows } from './stale-rows.tsx'
import { useActionFromUrl } from './use-action-from-url.ts'
import { useAdding } from './use-adding.tsx'
import { useBatchActions } from './use-batch-actions.tsx'
import { type ListActions, useListActions } from './use-list-actions.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useListTools } from './use-list-tools.tsx'
import { useMarkedRow } from './use-marked-row.ts'
import { usePermittedExport } from './use-permitted-export.ts'
import { useSelectedRow } from './use-selected-row.ts'
import { type ListRows, toTableProps, useShownList } from './use-shown-list.ts'
import './list-page.css'

type ListPageProps<C extends ListContract, Row> = {
  contract: C
  texts: ListTexts<Row>
  columns: readonly Column<Row>[]
  filters?: readonly FilterOf<C['list']>[]
  /** What the rows have beside their declared fields. */
  custom?: CustomList<Row>
  actions?: ListActions<Row>
  /** Adds and edits rows. */
  form?: FunctionComponent<ListFormProps<Row>>
  rows?: ListRows<Row>
  /** Makes rows selectable and selects the first one when data loads. */
  selection?: ListSelection<Row> | undefined
}
/** Columns and filters that administrators have added to a list. */
export type CustomList<Row> = { columns: readonly Column<Row>[]; filters: readonly Filter[] }
export type ListSelection<Row> = {
  /** Receives the selected row. */
  onSelect: (row: Row | undefined) => void
  /** Shows it beside the list. */
  details?: ListDetails
}
export type ListDetails = {
  content: ReactNode
  /** Closed: no row is shown as selected. */
  isOpen: boolean
  /** A row was pressed. */
  onOpen: () => void
}

/** Content beside a list where there is room; without it only the list. */
const Beside = ({ details, children }: { details: ListDetails | undefined; children: ReactNode }) =>
  details ? (
    <div className="list-page-beside">
      <div className="list-page-main">{children}</div>
      {details.isOpen && <aside className="list-page-details">{details.content}</aside>}
    </div>
  ) : (
    children
  )

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button look="primary" title={label} aria-label={label} icon={<Plus aria-hidden size={16} />} onClick={onClick}>
    {label}
  </Button>
)

/** Generic list screen, declared by props: search, rows, row actions, form, paging. */
export const ListPage = <C extends ListContract, Row extends RowOf<C['list']> = RowOf<C['list']>>({
  contract,
  texts,
  columns,
  filters = [],
  custom,
  actions = {},
  form,
  rows: arrangement = {},
  selection,
}: ListPageProps<C, Row>) => {
  const list = useShownList<C['list'], Row>(contract.list, arrangement)
  const [markedId, mark] = useMarkedRow()
  const [selectedId, select] = useSelectedRow(list.rows, selection?.onSelect)
  const [drawer, open] = useOverlay()
  const [ask, question] = useConfirm()
  const searchId = useId()

  const declaration = { contract, texts, actions, form }
  const tools = useListTools(contract.list, custom ? [...columns, ...custom.columns] : columns, list)
  const [rowActions, run] = useListActions(declaration, open, ask, mark)
  const exported = usePermittedExport(actions.export, select !== undefined)
  const [ticks, batchBar] = useBatchActions(declaration, list, open, ask, exported?.needsTicks === true)
  const add = useAdding(contract, form, open, (id) => {
    mark(id)
    select?.(id)
  })
  useListKeys({ searchId, add, reload: list.reload })
  useActionFromUrl({ list, add, run, select })

  const details = selection?.details
  const selecting = useSelecting(ticks)
  const addButton = add && <AddButton label={texts.verbs?.add ?? t('新增')} onClick={add} />
  return (
    <section className="list-page">
      <SearchBar
        searchId={searchId}
        searchHint={texts.searchHint}
        filters={[...filters, ...tagFilters(contract.list), ...(custom?.filters ?? [])]}
        list={list}
        tools={(isFolded) => (
          <BarTools<Row>
            list={list}
            columns={tools.columns}
            ticks={ticks}
            selecting={selecting}
            isFolded={isFolded}
            preferences={tools.buttons}
          >
            <ListTools {...declaration} exported={exported} columns={tools.columns} ticked={ticks?.ids ?? []} />
          </BarTools>
        )}
        addButton={addButton}
      />
      {arrangement.drawing?.(list)}
      <StaleRows list={list} />
      <Beside details={details}>
        <DataTable<Row>
          label={texts.noun}
          columns={tools.columns}
          {...toTableProps(list)}
          {...(arrangement.isCompact ? {} : rowActions)}
          // Names are links; a selectable row shows its details beside the list.
          opener={texts.rowName && (!select || details) ? rowActions.opener : undefined}
          placeholder={<ListPlaceholder list={list} texts={texts} addButton={addButton} />}
          selectedId={details?.isOpen === false ? undefined : selectedId}
          onSelect={
            select &&
            (({ id }) => {
              select(id)
              details?.onOpen()
            })
          }
          onLeft={tools.setLeft}
          ticks={ticks}
          markedId={markedId}
          selecting={selecting}
          isTree={arrangement.isTree}
          hidesTicks={arrangement.isCompact}
        />
        <ListPaging list={list} />
        {batchBar}
      </Beside>
      {tools.panel}
      {drawer}
      {question}
    </section>
  )
}
