import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { findRows } from '../../kernel/listing/find-rows.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Searches active plans by name or code; results include the chosen one. */
export const findPlans: Find = async (...asked) =>
  (await findRows(plansContract, asked, { 'f.status': '1' })).map(({ id, name, status, elems }) => ({
    value: id,
    label: `${name}${status === 1 ? '' : '（已停用）'}${elems > 0 ? '' : '（未设置权限范围）'}`,
  }))
