import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useGrantedModules } from './granted-modules.ts'
import { mayCall } from './use-can.ts'

/** Those of a screen's actions that the signed-in person may call. */
export const useGranted = <Action extends { may: Endpoint }>(actions: readonly Action[]): Action[] => {
  const granted = useGrantedModules()
  return actions.filter(({ may }) => mayCall(granted, may))
}
