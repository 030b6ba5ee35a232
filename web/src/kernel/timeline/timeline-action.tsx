import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from '../../ui/texts.ts'
import { useCan } from '../access/use-can.ts'
import type { RowAction } from '../listing/use-row-actions.ts'

export type TimelineRow = {
  /** Kind of row: the noun of its events, `baseParameter`. */
  entity: string
  id: string
}
export type TimelineProps = TimelineRow & {
  /** Name of the row. */
  name: string
  onClosed: () => void
}
type Timelines = { endpoint: Endpoint; Drawer: ComponentType<TimelineProps>; Timeline: ComponentType<TimelineRow> }

let declared: Timelines | undefined

/** Registers the timeline views at startup; features do not depend on each other. */
export const declareTimelines = (timelines: Timelines): void => {
  declared = timelines
}

const timelines = (): Timelines => {
  if (!declared) throw new Error('declareTimelines has not been called')
  return declared
}

/** Whether the signed-in user may see timelines. */
export const useCanSeeTimelines = (): boolean => useCan(timelines().endpoint)

/** The timeline of a row, embedded in a page. */
export const RowTimeline = (row: TimelineRow) => {
  const { Timeline } = timelines()
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Timeline {...row} />
    </Suspense>
  )
}

/** The timeline of a row in a drawer. */
export const RowTimelineDrawer = (props: TimelineProps) => {
  const { Drawer } = timelines()
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  )
}

/** The row action 变更记录 of any list. `entity`: kind of row; `rowName`: name of a row. */
export const timelineAction = <Row,>(
  entity: string,
  rowName: (row: Row) => string,
): RowAction<Row & { id: string }> => ({
  label: t('变更记录'),
  endpoint: timelines().endpoint,
  drawer: ({ row, onClosed }) => (
    <RowTimelineDrawer entity={entity} id={row.id} name={rowName(row)} onClosed={onClosed} />
  ),
})
