import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent, ReactNode } from 'react'
import { actionsWidth, type RowAction as ShownAction } from '../../ui/row-actions.tsx'
import { usePermittedActions } from '../access/use-permitted-actions.ts'

/** Props of a drawer opened from a row. */
export type RowDrawerProps<Row> = {
  row: Row
  /** Called when the row was changed: the list marks it for a moment. */
  onSaved: (id: string) => void
  /** Called after the closing animation. */
  onClosed: () => void
}

/** A confirmation and the action it guards. */
export type RowQuestion = { title: string; body: ReactNode; run: () => Promise<unknown> }

/** An action on a row, in a drawer or after a confirmation, offered to users who may call its endpoint. */
export type RowAction<Row> = {
  label: string
  endpoint: Endpoint
  danger?: boolean
  /** Whether a row has the action. */
  when?: (row: Row) => boolean
} & ({ confirm: (row: Row) => RowQuestion } | { drawer: FunctionComponent<RowDrawerProps<Row>> })

/** What a press on a row's name does: opens its details, else its form. */
const opening: readonly string[] = ['详情', '编辑']

/**
 * Permitted actions of a row, the column width they need, and what opens it, as table props; empty if none is
 * permitted.
 */
export const useRowActions = <Row>(
  actions: readonly RowAction<Row>[],
  openDrawer: (drawer: FunctionComponent<RowDrawerProps<Row>>, row: Row) => void,
  ask: (question: RowQuestion & { confirm: string; danger: boolean }, row: Row) => void,
) => {
  const permitted = usePermittedActions(actions)
  if (permitted.length === 0) return {}
  const shownOf = (row: Row): ShownAction[] =>
    permitted
      .filter(({ when }) => when?.(row) ?? true)
      .map(({ label, danger = false, ...action }) => ({
        label,
        danger,
        run: () =>
          'drawer' in action
            ? openDrawer(action.drawer, row)
            : ask({ ...action.confirm(row), confirm: label, danger }, row),
      }))
  const openerOf = (row: Row) => {
    const shown = shownOf(row)
    return opening.flatMap((label) => shown.find((action) => action.label === label)?.run ?? [])[0]
  }
  return { actionWidth: actionsWidth(permitted), actions: shownOf, opener: openerOf }
}
