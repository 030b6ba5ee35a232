import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCan } from '../access/use-can.ts'
import type { RowAction } from '../listing/use-row-actions.ts'

export type RowOfTimeline = {
  /** What kind of row: the noun of its events, `baseParameter`. */
  entity: string
  id: string
}
export type TimelineProps = RowOfTimeline & {
  /** What people call the row. */
  name: string
  onClosed: () => void
}
type Timelines = { may: Endpoint; Drawer: ComponentType<TimelineProps>; Timeline: ComponentType<RowOfTimeline> }

let declared: Timelines | undefined

/** Names what shows timelines; features do not know each other, so the application says it once, at start. */
export const declareTimelines = (timelines: Timelines): void => {
  declared = timelines
}

const timelines = (): Timelines => {
  if (!declared) throw new Error('declareTimelines has not been called')
  return declared
}

/** Whether the signed-in person may see what happened to rows. */
export const useMaySeeTimelines = (): boolean => useCan(timelines().may)

/** What happened to one row, within a page that shows more of it. */
export const RowTimeline = (row: RowOfTimeline) => {
  const { Timeline } = timelines()
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Timeline {...row} />
    </Suspense>
  )
}

/** The same in a drawer of its own. */
export const RowTimelineDrawer = (props: TimelineProps) => {
  const { Drawer } = timelines()
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  )
}

/** The row action 变更记录 of any list. In: what kind of row it is, and what a row is called. */
export const timelineAction = <Row,>(
  entity: string,
  nameOf: (row: Row) => string,
): RowAction<Row & { id: string }> => ({
  label: '变更记录',
  may: timelines().may,
  opens: ({ row, onClosed }) => (
    <RowTimelineDrawer entity={entity} id={row.id} name={nameOf(row)} onClosed={onClosed} />
  ),
})
