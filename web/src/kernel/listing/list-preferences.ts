import type { ComponentType } from 'react'
import type { PopupPanelProps } from '../../ui/popup-panel.tsx'
import type { ListEndpoint } from './list-contract.ts'
import type { ListState } from './list-state.ts'

/** How a person arranged a list for himself. */
export type Arrangement = {
  list: string
  /** Keys of columns, as they follow each other. */
  order: string[]
  hidden: string[]
  density: 'compact' | 'standard' | 'roomy'
  /** What the list is asked for where its address asks for nothing. */
  view: string
}
export type ListPanelProps = Pick<PopupPanelProps, 'beside' | 'onClose'> & {
  endpoint: ListEndpoint
  /** All columns the list has at this width, as declared. */
  columns: readonly { key: string; title: string }[]
  state: ListState
  onOpen: (state: ListState) => void
}
export type ListToolProps = ListPanelProps & { tool: 'columns' | 'views' }
type ListTools = {
  /** What is known of all lists, without waiting. */
  useArrangements: () => readonly Arrangement[] | undefined
  Panel: ComponentType<ListToolProps>
}

let declared: ListTools | undefined

/** Names what keeps how lists are arranged; features do not know each other, so the application says it once, at start. */
export const declareListTools = (tools: ListTools): void => {
  declared = tools
}

export const listTools = (): ListTools => {
  if (!declared) throw new Error('declareListTools has not been called')
  return declared
}

/** What a list is called where it is arranged. */
export const keyOfList = ({ module, name }: ListEndpoint): string => `${module}.${name}`

/** How the person arranged a list; undefined as long as he did not. */
export const useArrangement = (endpoint: ListEndpoint): Arrangement | undefined =>
  listTools()
    .useArrangements()
    ?.find(({ list }) => list === keyOfList(endpoint))

/** Columns in a person's order: the first stays first, and one he has not ordered follows the one it is declared after. */
export const inOrder = <C extends { key: string }>([first, ...rest]: readonly C[], order: readonly string[]): C[] => {
  const ordered = order.flatMap((key) => rest.find((column) => column.key === key) ?? [])
  rest.forEach((column, at) => {
    if (!ordered.includes(column)) ordered.splice(ordered.indexOf(rest[at - 1] as C) + 1, 0, column)
  })
  return first ? [first, ...ordered] : []
}
