import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { findOptions } from '../../../../kernel/forms/find-options.ts'
import { t } from '../../../../ui/texts.ts'

/** Searches active plans by name or code; results include the chosen one. */
export const findPlans = findOptions(plansContract.options, {
  toLabel: ({ label, extra: { status, elems } }) =>
    `${label}${status === 1 ? '' : t('（已停用）')}${elems > 0 ? '' : t('（未设置权限范围）')}`,
})
