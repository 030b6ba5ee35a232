import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'

const { list, get, ceiling } = plansContract

/** Reads to invalidate after a change to a plan. */
export const planReads = [list, get, ceiling] as const
