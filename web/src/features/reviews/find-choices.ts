import { isOwnRow, organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

const most = 20

/** Roles by name or code. */
export const findRoles: Find = async (search, _chosen, signal) => {
  const { data } = await call(rolesContract.list, { query: { search, size: most } }, { signal })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** Organisations by name or code, each with all that stands above it. */
export const findOrganizations: Find = async (search, _chosen, signal) => {
  const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
  return data
    .filter(isOwnRow)
    .flatMap(({ id, name, above = [], found }) => (found ? [{ value: id, label: [...above, name].join(' / ') }] : []))
}
