import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { call } from '../../../kernel/api/call.ts'

const optionCount = 20

/** Role options by name or code; the chosen one is always included. In: ids to leave out. */
export const findRoles =
  (excludedIds: readonly string[] = []) =>
  async (keyword: string, chosen: string | undefined, signal: AbortSignal) => {
    const { data } = await call(rolesContract.list, { query: { search: keyword, size: optionCount } }, { signal })
    const isMissing = chosen && data.every(({ id }) => id !== chosen)
    const own = isMissing ? [await call(rolesContract.get, { params: { id: chosen } }, { signal })] : []
    return [...own, ...data]
      .filter(({ id }) => id === chosen || !excludedIds.includes(id))
      .map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))
  }
