import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'

/** Errors for constraint violations that pass the service's checks in a race. */
export const explainConstraints = {
  access_requests__open: { ...explainErrors.alreadyRequested, field: 'traceId' },
} as const
