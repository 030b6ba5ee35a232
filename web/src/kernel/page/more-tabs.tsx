import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, Suspense } from 'react'
import { ObjectCard } from '../../ui/object-page/object-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useGrants } from '../access/grants.ts'
import { canCall } from '../access/use-can.ts'

/** A tab that the page of an object gets from elsewhere; `View` is loaded when the tab is opened. */
export type MoreTab = {
  /** Its name in the address of the page. */
  readonly key: `${string}.${string}`
  readonly text: string
  /** Shown to users who may call it. */
  readonly endpoint: Endpoint
  readonly View: ComponentType<{ id: string }>
}

/** Those of the tabs that the user may see. */
export const useMoreTabs = (tabs: readonly MoreTab[]): readonly MoreTab[] => {
  const granted = useGrants()
  return tabs.filter(({ endpoint }) => canCall(granted, endpoint))
}

/** The content of the current tab, if it is one of these; about the object of the page. */
export const MoreTabContent = ({ tabs, tab, id }: { tabs: readonly MoreTab[]; tab: string; id: string }) => {
  const found = tabs.find(({ key }) => key === tab)
  return (
    found && (
      <ObjectCard>
        <Suspense fallback={<Skeleton lines={6} />}>
          <found.View id={id} />
        </Suspense>
      </ObjectCard>
    )
  )
}
