import { visitsErrors } from '@atrium/contract/features/visits/visits.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const visitConstraints = {
  visit_requests__org: { ...visitsErrors.noSuchOrganization, field: 'orgId' },
  sessions__act_org: { ...visitsErrors.noSuchOrganization, field: 'orgId' },
} as const
