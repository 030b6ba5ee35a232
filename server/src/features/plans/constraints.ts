import { plansErrors } from '@atrium/contract/features/plans/plans.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const planConstraints = {
  plans__code: { ...plansErrors.codeTaken, field: 'code' },
  plans__name: { ...plansErrors.nameTaken, field: 'name' },
} as const
