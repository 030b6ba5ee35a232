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
  /** Parameters of the address that opened it, to begin with. */
  given?: URLSearchParams | undefined
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
 * Permitted actions of a row, the column width they need, and what opens it, as table props, empty if none is
 * permitted; and a function that runs the action of an endpoint.
 */
export const useRowActions = <Row>(
  actions: readonly RowAction<Row>[],
  openDrawer: (drawer: FunctionComponent<RowDrawerProps<Row>>, row: Row, given?: URLSearchParams) => void,
  ask: (question: RowQuestion & { confirm: string; danger: boolean }, row: Row) => void,
) => {
  const permitted = usePermittedActions(actions)
  const begin = ({ label, danger = false, ...action }: RowAction<Row>, row: Row, given?: URLSearchParams) =>
    'drawer' in action
      ? openDrawer(action.drawer, row, given)
      : ask({ ...action.confirm(row), confirm: label, danger }, row)
  const of = (row: Row) => permitted.filter(({ when }) => when?.(row) ?? true)
  const run = (endpoint: string, row: Row, given: URLSearchParams): boolean => {
    const action = of(row).find(({ endpoint: { name } }) => name === endpoint)
    if (action) begin(action, row, given)
    return action !== undefined
  }
  const toShown = (row: Row): ShownAction[] =>
    of(row).map((action) => ({
      label: action.label,
      danger: action.danger ?? false,
      run: () => begin(action, row),
    }))
  const opener = (row: Row) => {
    const shown = toShown(row)
    return opening.flatMap((label) => shown.find((action) => action.label === label)?.run ?? [])[0]
  }
  const props = permitted.length === 0 ? {} : { actionWidth: actionsWidth(permitted), actions: toShown, opener }
  return [props, run] as const
}
