import type { ComponentType } from 'react'
import type { PopupPanelProps } from '../../ui/popup-panel.tsx'
import type { ListEndpoint } from './list-contract.ts'
import type { ListState } from './list-state.ts'

/** A user's display preferences for a list. */
export type ListPreferences = {
  list: string
  /** Column keys in order. */
  order: string[]
  hidden: string[]
  /** Query used when the address has none. */
  view: string
}
export type ListPanelProps = Pick<PopupPanelProps, 'beside' | 'onClose'> & {
  endpoint: ListEndpoint
  /** All columns of the list at this width, as declared. */
  columns: readonly { key: string; title: string }[]
  /** Keys of those without room. */
  left: readonly string[]
  state: ListState
  onOpen: (state: ListState) => void
}
export type ListToolProps = ListPanelProps & { tool: 'columns' | 'views' }
type ListTools = {
  /** Returns the preferences of all lists, undefined until loaded. */
  useAllListPreferences: () => readonly ListPreferences[] | undefined
  Panel: ComponentType<ListToolProps>
}

let declared: ListTools | undefined

/** Registers the storage of list preferences at startup; features do not depend on each other. */
export const declareListTools = (tools: ListTools): void => {
  declared = tools
}

export const listTools = (): ListTools => {
  if (!declared) throw new Error('declareListTools has not been called')
  return declared
}

/** Key of a list in the preferences. */
export const listKey = ({ module, name }: ListEndpoint): string => `${module}.${name}`

/** The user's preferences for a list; undefined without any, and in an entry that stores none. */
export const useListPreferences = (endpoint: ListEndpoint): ListPreferences | undefined =>
  declared?.useAllListPreferences()?.find(({ list }) => list === listKey(endpoint))

/**
 * Sorts columns by the user's order: the first stays first, and an unordered one follows the one declared before it.
 */
export const orderColumns = <C extends { key: string }>(
  [first, ...rest]: readonly C[],
  order: readonly string[],
): C[] => {
  const ordered = order.flatMap((key) => rest.find((column) => column.key === key) ?? [])
  rest.forEach((column, at) => {
    if (!ordered.includes(column)) ordered.splice(ordered.indexOf(rest[at - 1] as C) + 1, 0, column)
  })
  return first ? [first, ...ordered] : []
}
