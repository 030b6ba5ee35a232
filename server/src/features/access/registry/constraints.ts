import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'

/** Errors for constraint violations that pass the service's checks in a race. */
export const registryConstraints = {
  modules__code: { ...registryErrors.moduleTaken, field: 'code' },
  elements_pkey: { ...registryErrors.operationTaken, field: 'operation' },
  elements__restricts: { ...registryErrors.restrictionTaken, field: 'field' },
  menu_elements__element: { ...registryErrors.neededByMenus, field: '' },
  apis__address: { ...registryErrors.addressTaken, field: 'path' },
} as const
