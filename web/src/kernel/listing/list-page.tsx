import { Plus } from 'lucide-react'
import { type FunctionComponent, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useOverlay } from '../../ui/use-overlay.tsx'
import type { Column } from './columns.tsx'
import type { FilterOf } from './filters.tsx'
import type { ListContract, RowOf } from './list-contract.ts'
import type { ListFormProps } from './list-form.ts'
import { ListPaging } from './list-paging.tsx'
import { ListPlaceholder } from './list-placeholder.tsx'
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
  actions?: ListActions<Row>
  /** Adds and edits rows. */
  form?: FunctionComponent<ListFormProps<Row>>
  rows?: ListRows<Row>
  /** Makes rows selectable, selects the first one when data loads, and receives the selected row. */
  onSelectedRow?: (row: Row | undefined) => void
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button look="primary" icon={<Plus aria-hidden size={16} />} onClick={onClick}>
    {label}
  </Button>
)

/** Generic list screen, declared by props: search, rows, row actions, form, paging. */
export const ListPage = <C extends ListContract, Row extends RowOf<C['list']> = RowOf<C['list']>>({
  contract,
  texts,
  columns,
  filters = [],
  actions = {},
  form,
  rows: arrangement = {},
  onSelectedRow,
}: ListPageProps<C, Row>) => {
  const list = useShownList<C['list'], Row>(contract.list, arrangement)
  const [markedId, mark] = useMarkedRow()
  const [selectedId, select] = useSelectedRow(list.rows, onSelectedRow)
  const [drawer, open] = useOverlay()
  const [ask, question] = useConfirm()
  const searchId = useId()

  const declaration = { contract, texts, actions, form }
  const tools = useListTools(contract.list, columns, list)
  const [rowActions, run] = useListActions(declaration, open, ask, mark)
  const exported = usePermittedExport(actions.export, select !== undefined)
  const [ticks, batchBar] = useBatchActions(declaration, list, open, ask, exported?.needsTicks === true)
  const add = useAdding(contract, form, open, (id) => {
    mark(id)
    select?.(id)
  })
  useListKeys({ searchId, add, reload: list.reload })
  useActionFromUrl({ list, add, run, select })

  const addButton = add && <AddButton label={texts.verbs?.add ?? '新增'} onClick={add} />
  return (
    <section className="list-page">
      <SearchBar
        searchId={searchId}
        searchHint={texts.searchHint}
        filters={filters}
        list={list}
        preferenceButtons={tools.buttons}
        tools={<ListTools {...declaration} exported={exported} columns={tools.columns} ticked={ticks?.ids ?? []} />}
        addButton={addButton}
      />
      {arrangement.drawing?.(list)}
      <StaleRows list={list} />
      <DataTable<Row>
        label={texts.noun}
        columns={tools.columns}
        {...toTableProps(list)}
        {...rowActions}
        // Names are links; a selectable row shows its details beside the list.
        opener={texts.rowName && !select ? rowActions.opener : undefined}
        placeholder={<ListPlaceholder list={list} texts={texts} addButton={addButton} />}
        selectedId={selectedId}
        onSelect={select && (({ id }) => select(id))}
        ticks={ticks}
        markedId={markedId}
      />
      {batchBar}
      <ListPaging list={list} />
      {tools.panel}
      {drawer}
      {question}
    </section>
  )
}
