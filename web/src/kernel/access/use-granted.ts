import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useCan } from './use-can.ts'

/** Those of a screen's actions that the signed-in person may call. In: always the same ones in the same order. */
export const useGranted = <Action extends { may: Endpoint }>(actions: readonly Action[]): Action[] => {
  // biome-ignore lint/correctness/useHookAtTopLevel: the actions of a screen are declared once; their number never changes
  const granted = actions.map(({ may }) => useCan(may))
  return actions.filter((_action, at) => granted[at])
}
