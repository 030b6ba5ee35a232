import type { ReactNode } from 'react'
import type { DataTableProps } from '../../ui/data-table-props.ts'
import { isKeyset, type ListEndpoint, type RowOf } from './list-contract.ts'
import { isFiltered } from './list-state.ts'
import { useList } from './use-list.ts'
import { useListState } from './use-list-state.ts'

/** How a list's rows are loaded, arranged and drawn. */
export type ListRows<Row> = {
  /** false: the list has a single page. */
  paged?: boolean
  /** Filters or reorders the loaded rows on the client, for example by a tree's open branches. */
  transform?: (rows: readonly Row[]) => readonly Row[]
  /** Beside what a row is about: rows have no actions, and checkboxes only while one is pointed at or ticked. */
  isCompact?: boolean
  /** The first column shows its rows as a tree, which stays one on a phone. */
  isTree?: boolean
  /** Filters that say where one is, as in a folder, and are chosen elsewhere: clearing what is searched keeps them. */
  place?: readonly string[]
  /** Filters that hold always, as on the page of what all rows belong to: by their names, without the prefix. */
  within?: Readonly<Record<string, string>>
  /** What is drawn of the rows, above them. */
  drawing?: (list: ShownList<Row>) => ReactNode
}

const without = (filters: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))

/** Rows of a keyset-paged list carry their sequence number. */
export const getSeq = (row: object): number => (row as { seq: number }).seq

/** The list that the address asks for: its state and `change`, and the rows as last read. */
export const useShownList = <E extends ListEndpoint, Row extends RowOf<E>>(
  endpoint: E,
  { paged = true, transform, place = [], within = {} }: ListRows<Row>,
) => {
  const [{ filters, ...asked }, change] = useListState(endpoint)
  const state = { ...asked, filters: { ...filters, ...within } }
  const { rows, ...read } = useList<E, Row>(endpoint, state, paged)
  const fixed = [...place, ...Object.keys(within)]
  const kept = Object.entries(state.filters).filter(([name]) => fixed.includes(name))
  const isNarrowed = isFiltered({ ...state, filters: without(state.filters, fixed) })
  return {
    ...read,
    rows: transform?.(rows) ?? rows,
    keyset: isKeyset(endpoint),
    paged,
    state,
    change,
    /** Whether something is searched or filtered by, within the place. */
    isNarrowed,
    /** What stays when all conditions are cleared. */
    cleared: { search: '', filters: Object.fromEntries(kept) },
  }
}
export type ShownList<Row> = Omit<ReturnType<typeof useShownList>, 'rows'> & { rows: readonly Row[] }

type TableProps<Row extends { id: string }> = Pick<
  DataTableProps<Row>,
  'rows' | 'firstNumber' | 'getNumber' | 'loading' | 'sort' | 'onSort'
>
/** The list as props of its table. */
export const toTableProps = <Row extends { id: string }>(list: ShownList<Row>): TableProps<Row> => ({
  rows: list.rows,
  firstNumber: (list.page - 1) * list.state.size + 1,
  getNumber: list.keyset ? getSeq : undefined,
  loading: list.loading,
  sort: list.state.sort,
  onSort: (sort) => list.change({ sort }),
})
