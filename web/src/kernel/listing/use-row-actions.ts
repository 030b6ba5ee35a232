import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent, ReactNode } from 'react'
import { useHref, useNavigate } from 'react-router'
import type { Opener } from '../../ui/cell-link.tsx'
import { actionsWidth, type RowAction as ShownAction } from '../../ui/row-actions.tsx'
import { t } from '../../ui/texts.ts'
import { usePermittedActions } from '../access/use-permitted-actions.ts'
import { usePage } from '../page/page-context.ts'

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

/**
 * An action on a row, in a drawer, after a confirmation, by its own means, or on a page below the list, by what its address adds to that
 * of the list. Offered to users who may call its endpoint.
 */
export type RowAction<Row> = {
  label: string
  endpoint: Endpoint
  danger?: boolean
  /** Whether a row has the action. */
  when?: (row: Row) => boolean
} & (
  | { confirm: (row: Row) => RowQuestion }
  | { drawer: FunctionComponent<RowDrawerProps<Row>> }
  | { run: (row: Row) => void }
  | { page: (row: Row) => string }
)

/** What a press on a row's name does: opens its page or details, else its form. */
const opening: readonly string[] = [t('详情'), t('编辑')]

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
  const { path } = usePage()
  const root = useHref('/')
  const navigate = useNavigate()
  const begin = ({ label, danger = false, ...action }: RowAction<Row>, row: Row, given?: URLSearchParams) => {
    if ('drawer' in action) openDrawer(action.drawer, row, given)
    else if ('run' in action) action.run(row)
    // An address that asked for the action is replaced: going back must not ask again.
    else if ('page' in action) void navigate(`${path}/${action.page(row)}`, { replace: given !== undefined })
    else ask({ ...action.confirm(row), confirm: label, danger }, row)
  }
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
  const opener = (row: Row): Opener | undefined => {
    const all = of(row)
    const [action] = opening.flatMap((label) => all.find((each) => each.label === label) ?? [])
    if (!action) return undefined
    const href = 'page' in action ? `${root.replace(/\/$/, '')}${path}/${action.page(row)}` : undefined
    return { run: () => begin(action, row), href }
  }
  const props = permitted.length === 0 ? {} : { actionWidth: actionsWidth(permitted), actions: toShown, opener }
  return [props, run] as const
}
