import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, Suspense } from 'react'
import type { RowAction } from '../listing/use-row-actions.ts'

export type TimelineProps = {
  /** What kind of row: the noun of its events, `baseParameter`. */
  entity: string
  id: string
  /** What people call the row. */
  name: string
  onClosed: () => void
}
type Timelines = { may: Endpoint; Drawer: ComponentType<TimelineProps> }

let declared: Timelines | undefined

/** Names the drawer that shows timelines; features do not know each other, so the application says it once, at start. */
export const declareTimelines = (timelines: Timelines): void => {
  declared = timelines
}

/** The row action 变更记录 of any list. In: what kind of row it is, and what a row is called. */
export const timelineAction = <Row,>(entity: string, nameOf: (row: Row) => string): RowAction<Row & { id: string }> => {
  if (!declared) throw new Error('declareTimelines has not been called')
  const { may, Drawer } = declared
  return {
    label: '变更记录',
    may,
    opens: ({ row, onClosed }) => (
      <Suspense>
        <Drawer entity={entity} id={row.id} name={nameOf(row)} onClosed={onClosed} />
      </Suspense>
    ),
  }
}
