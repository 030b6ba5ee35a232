import { visitsErrors } from '@atrium/contract/features/governance/visits/visits.errors.ts'

/** Errors for violated constraints when a concurrent write gets past the checks of the service. */
export const visitConstraints = {
  visit_requests__org: { ...visitsErrors.noSuchOrganization, field: 'orgId' },
  sessions__act_org: { ...visitsErrors.noSuchOrganization, field: 'orgId' },
} as const
