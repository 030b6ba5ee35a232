import type { CardKey, ModuleCard } from '@atrium/contract/features/communication/preferences/cards.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, createContext, use } from 'react'
import { useGrants } from '../../../../kernel/access/grants.ts'
import { canCall } from '../../../../kernel/access/use-can.ts'

/** A card that the workbench gets from elsewhere; `View` is loaded when it is shown. */
export type MoreCard = {
  readonly key: ModuleCard
  readonly title: string
  /** Shown to users who may call it. */
  readonly endpoint: Endpoint
  /** The component of the page that it leads to. */
  readonly page: string
  readonly View: ComponentType
}

/** Cards of modules, in their usual order. */
export const MoreCards = createContext<readonly MoreCard[]>([])

/** Those of them that the user may see. */
export const useMoreCards = (): readonly CardKey[] => {
  const granted = useGrants()
  return use(MoreCards)
    .filter(({ endpoint }) => canCall(granted, endpoint))
    .map(({ key }) => key)
}
