import { baseParameterErrors } from '@atrium/contract/features/system/base-parameters/base-parameters.errors.ts'

/** Refusals for constraint violations when a race gets past the service. */
export const baseParameterConstraints = {
  base_parameters__code: { ...baseParameterErrors.codeTaken, field: 'code' },
} as const
