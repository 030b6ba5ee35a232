import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'

/** Error of each database constraint, for races past the service's checks. */
export const roleConstraints = {
  roles__code: { ...rolesErrors.codeTaken, field: 'code' },
  roles__name: { ...rolesErrors.nameTaken, field: 'name' },
} as const
