import { explainErrors } from '@atrium/contract/features/explain/explain.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const explainConstraints = {
  access_requests__open: { ...explainErrors.alreadyRequested, field: 'traceId' },
} as const
