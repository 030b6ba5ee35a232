import { isOwnRow, organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

const most = 20

/** Roles by name or code. */
export const findRoles: Find = async (search, _chosen, signal) => {
  const { data } = await call(rolesContract.list, { query: { search, size: most } }, { signal })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** Whoever may sign in, but this person. */
export const findSuccessors =
  (gone: { id: string }): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(usersContract.list, { query: { search, 'f.status': '1', size: most } }, { signal })
    return data.flatMap(({ id, name, account }) =>
      id === gone.id ? [] : [{ value: id, label: `${name}（${account}）` }],
    )
  }

/** Organisations by name or code, each with all that stands above it. */
export const findOrganizations: Find = async (search, _chosen, signal) => {
  const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
  return data
    .filter(isOwnRow)
    .flatMap(({ id, name, above = [], found }) => (found ? [{ value: id, label: [...above, name].join(' / ') }] : []))
}
