import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useGrantedModules } from './granted-modules.ts'

/** Whether these modules with their operations let somebody call an endpoint: an absent one means no (spec §6). */
export const mayCall = (modules: Readonly<Record<string, readonly string[]>>, { access, module }: Endpoint): boolean =>
  access.kind !== 'permitted' ||
  (Object.hasOwn(modules, module) && (modules[module]?.includes(access.operation) ?? false))

/** Whether the signed-in person may call this endpoint. */
export const useCan = (endpoint: Endpoint): boolean => useGrantedModules(({ modules }) => mayCall(modules, endpoint))
