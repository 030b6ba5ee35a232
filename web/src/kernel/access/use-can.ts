import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type Granted, useGrantedModules } from './granted-modules.ts'

/** A file that is asked for by POST changes nothing. */
const changes = ({ method, wire }: Endpoint) => method !== 'GET' && wire !== 'binary'

/** Whether these modules with their operations let somebody call an endpoint: an absent one means no (spec §6). */
export const mayCall = ({ modules, visits, looksOnly }: Granted, endpoint: Endpoint): boolean => {
  const { access, module, whileActing } = endpoint
  if (access.kind !== 'permitted') return true
  if (visits && whileActing === 'never') return false
  if (looksOnly && changes(endpoint)) return false
  return Object.hasOwn(modules, module) && (modules[module]?.includes(access.operation) ?? false)
}

/** Whether the signed-in person may call this endpoint. */
export const useCan = (endpoint: Endpoint): boolean => useGrantedModules((granted) => mayCall(granted, endpoint))
