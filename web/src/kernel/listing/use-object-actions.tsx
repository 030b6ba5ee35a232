import type { ReactNode } from 'react'
import { useConfirm } from '../../ui/confirm.tsx'
import type { RowAction as ShownAction } from '../../ui/row-actions.tsx'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { type RowAction, useRowActions } from './use-row-actions.ts'

/**
 * What may be done with the object of a page, by the actions of its list's rows. `onChanged`: after a confirmed one,
 * also if it was refused, because that may mean that the object has changed.
 * @returns the acts, and the overlays they open
 */
export const useObjectActions = <Row,>(
  actions: readonly RowAction<Row>[],
  onChanged: () => Promise<unknown>,
): [(row: Row) => readonly ShownAction[], ReactNode] => {
  const [drawer, open] = useOverlay()
  const [ask, question] = useConfirm()
  const [{ actions: toShown = () => [] }] = useRowActions<Row>(
    actions,
    (Drawer, row, given) =>
      open((onClosed) => <Drawer row={row} onSaved={() => undefined} onClosed={onClosed} given={given} />),
    ({ run, ...asked }) =>
      ask({
        ...asked,
        run: async () => {
          try {
            await run()
          } finally {
            await onChanged()
          }
        },
      }),
  )
  return [
    toShown,
    <>
      {drawer}
      {question}
    </>,
  ]
}
