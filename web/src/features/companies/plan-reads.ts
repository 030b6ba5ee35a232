import { plansContract } from '@atrium/contract/features/plans/plans.contract.ts'

const { list, get, ceiling } = plansContract

/** What must be read again after something was done to a plan. */
export const affectedPlans = [list, get, ceiling] as const
