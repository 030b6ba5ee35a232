import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'

const maxChoices = 20

/** Roles by name or code. */
export const findRoles: Find = async (search, _chosen, signal) => {
  const { data } = await call(rolesContract.list, { query: { search, size: maxChoices } }, { signal })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}
