import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useGrantedModules } from './granted-modules.ts'

/** Whether the signed-in person may call this endpoint: an absent module or operation means no (spec §6). */
export const useCan = ({ access, module }: Endpoint): boolean =>
  useGrantedModules(({ modules }) => {
    if (access.kind !== 'permitted') return true
    return Object.hasOwn(modules, module) && (modules[module]?.includes(access.operation) ?? false)
  })
