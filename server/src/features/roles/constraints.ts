import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const roleConstraints = {
  roles__code: { ...rolesErrors.codeTaken, field: 'code' },
  roles__name: { ...rolesErrors.nameTaken, field: 'name' },
} as const
