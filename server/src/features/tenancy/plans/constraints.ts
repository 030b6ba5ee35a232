import { plansErrors } from '@atrium/contract/features/tenancy/plans/plans.errors.ts'

/** Errors for violated constraints when a concurrent write gets past the checks of the service. */
export const planConstraints = {
  plans__code: { ...plansErrors.codeTaken, field: 'code' },
  plans__name: { ...plansErrors.nameTaken, field: 'name' },
} as const
