import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { findOptions } from '../../../../kernel/forms/find-options.ts'
import { t } from '../../../../ui/texts.ts'

/** Searches active plans by name or code; results include the chosen one. */
export const findPlans = findOptions(plansContract.options, {
  toLabel: ({ label, extra: { status, elems } }) => {
    const name = status === 1 ? label : t('{name}（已停用）', { name: label })
    return elems > 0 ? name : t('{name}（未设置权限范围）', { name })
  },
})
