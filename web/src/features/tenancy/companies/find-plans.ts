import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { call } from '../../../kernel/api/call.ts'

const maxResults = 20

/** Searches active plans by name or code; results include the chosen one. */
export const findPlans = async (search: string, chosen: string | undefined, signal: AbortSignal) => {
  const { data } = await call(plansContract.list, { query: { search, 'f.status': '1', size: maxResults } }, { signal })
  const isMissing = chosen && data.every(({ id }) => id !== chosen)
  const own = isMissing ? [await call(plansContract.get, { params: { id: chosen } }, { signal })] : []
  return [...own, ...data].map(({ id, name, status, elems }) => ({
    value: id,
    label: `${name}${status === 1 ? '' : '（已停用）'}${elems > 0 ? '' : '（还没有权限范围）'}`,
  }))
}
