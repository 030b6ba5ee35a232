import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent } from 'react'
import type { RowAction as ShownAction } from '../../ui/row-actions.tsx'
import { useCan } from '../access/use-can.ts'

/** What a drawer opened from a row is given. */
export type RowDrawerProps<Row> = {
  row: Row
  /** The row was changed: the list marks it for a moment. */
  onSaved: (id: string) => void
  /** The drawer has left the screen. */
  onClosed: () => void
}

/** Something to do to a row, at once or in a drawer, offered to those who may call its endpoint. */
export type RowAction<Row> = {
  label: string
  may: Endpoint
  danger?: boolean
  /** Not every row has it. */
  when?: (row: Row) => boolean
} & ({ run: (row: Row) => void } | { opens: FunctionComponent<RowDrawerProps<Row>> })

/**
 * The actions of a row, as far as granted; undefined when none is.
 * In: the declared actions, always the same ones in the same order, and how a drawer is opened.
 */
export const useRowActions = <Row>(
  actions: readonly RowAction<Row>[],
  openDrawer: (drawer: FunctionComponent<RowDrawerProps<Row>>, row: Row) => void,
) => {
  // biome-ignore lint/correctness/useHookAtTopLevel: the actions of a screen are declared once; their number never changes
  const granted = actions.map(({ may }) => useCan(may))
  if (!granted.includes(true)) return undefined
  return (row: Row): ShownAction[] =>
    actions
      .filter(({ when }, at) => granted[at] && (when?.(row) ?? true))
      .map((action) => ({
        label: action.label,
        danger: action.danger ?? false,
        run: () => ('opens' in action ? openDrawer(action.opens, row) : action.run(row)),
      }))
}
