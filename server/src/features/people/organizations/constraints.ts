import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'

/** Refusals for constraint violations when a race gets past the service. */
export const organizationConstraints = {
  orgs__name: { ...organizationsErrors.nameTaken, field: 'name' },
  orgs__code: { ...organizationsErrors.codeTaken, field: 'code' },
} as const
