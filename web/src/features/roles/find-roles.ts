import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { call } from '../../kernel/api/call.ts'

const found = 20

/** Roles whose name or code holds what was typed, to choose from; the chosen one is always among them. In: ids that are not offered. */
export const findRoles =
  (without: readonly string[] = []) =>
  async (keyword: string, chosen: string | undefined, signal: AbortSignal) => {
    const { data } = await call(rolesContract.list, { query: { search: keyword, size: found } }, { signal })
    const isMissing = chosen && data.every(({ id }) => id !== chosen)
    const own = isMissing ? [await call(rolesContract.get, { params: { id: chosen } }, { signal })] : []
    return [...own, ...data]
      .filter(({ id }) => id === chosen || !without.includes(id))
      .map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))
  }
