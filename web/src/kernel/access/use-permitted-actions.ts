import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useGrants } from './grants.ts'
import { canCall } from './use-can.ts'

/** Filters a screen's actions by the endpoints that the signed-in user may call. */
export const usePermittedActions = <Action extends { endpoint: Endpoint }>(actions: readonly Action[]): Action[] => {
  const granted = useGrants()
  return actions.filter(({ endpoint }) => canCall(granted, endpoint))
}
