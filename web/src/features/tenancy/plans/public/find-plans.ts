import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { findOptions } from '../../../../kernel/forms/find-options.ts'

/** Searches active plans by name or code; results include the chosen one. */
export const findPlans = findOptions(plansContract.options, {
  toLabel: ({ label, extra: { status, elems } }) =>
    `${label}${status === 1 ? '' : '（已停用）'}${elems > 0 ? '' : '（未设置权限范围）'}`,
})
