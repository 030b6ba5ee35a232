import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { findVariant } from '../api/variants.ts'
import { type Granted, useGrants } from './grants.ts'

/** Whether a call can change data. A `binary` POST only reads. */
const isMutation = ({ method, wire }: Endpoint) => method !== 'GET' && wire !== 'binary'

/** Whether the grants allow a call. A missing module means no. */
export const canCall = ({ modules, isActing, isReadOnly }: Granted, asked: Endpoint): boolean => {
  const endpoint = findVariant(asked)
  const { access, module, whileActing } = endpoint
  if (access.kind !== 'permitted') return true
  if (isActing && whileActing === 'never') return false
  if (isReadOnly && isMutation(endpoint)) return false
  return Object.hasOwn(modules, module) && (modules[module]?.includes(access.operation) ?? false)
}

/** Whether the signed-in user may call this endpoint. */
export const useCan = (endpoint: Endpoint): boolean => useGrants((granted) => canCall(granted, endpoint))
