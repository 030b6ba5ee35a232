import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent, ReactNode } from 'react'
import { actionsWidth, type RowAction as ShownAction } from '../../ui/row-actions.tsx'
import { useGranted } from '../access/use-granted.ts'

/** What a drawer opened from a row is given. */
export type RowDrawerProps<Row> = {
  row: Row
  /** The row was changed: the list marks it for a moment. */
  onSaved: (id: string) => void
  /** The drawer has left the screen. */
  onClosed: () => void
}

/** What is asked before something is done to a row, and the doing. */
export type RowQuestion = { title: string; body: ReactNode; does: () => Promise<unknown> }

/** Something to do to a row, in a drawer or after a question, offered to those who may call its endpoint. */
export type RowAction<Row> = {
  label: string
  may: Endpoint
  danger?: boolean
  /** Not every row has it. */
  when?: (row: Row) => boolean
} & ({ asks: (row: Row) => RowQuestion } | { opens: FunctionComponent<RowDrawerProps<Row>> })

/**
 * The actions of a row, as far as granted, and the width they need, the way a table takes them; nothing when none is.
 * In: the declared actions, how a drawer is opened and how a question is asked.
 */
export const useRowActions = <Row>(
  actions: readonly RowAction<Row>[],
  openDrawer: (drawer: FunctionComponent<RowDrawerProps<Row>>, row: Row) => void,
  ask: (question: RowQuestion & { confirm: string; danger: boolean }, row: Row) => void,
) => {
  const offered = useGranted(actions)
  if (offered.length === 0) return {}
  return {
    actionWidth: actionsWidth(offered),
    actions: (row: Row): ShownAction[] =>
      offered
        .filter(({ when }) => when?.(row) ?? true)
        .map(({ label, danger = false, ...action }) => ({
          label,
          danger,
          run: () =>
            'opens' in action
              ? openDrawer(action.opens, row)
              : ask({ ...action.asks(row), confirm: label, danger }, row),
        })),
  }
}
