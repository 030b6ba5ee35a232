import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'

const maxChoices = 20

/** Roles by name or code. */
export const findRoles: Find = async (search, _chosen, signal) => {
  const { data } = await call(rolesContract.list, { query: { search, size: maxChoices } }, { signal })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** Users who may sign in, except this one. */
export const findSuccessors =
  (predecessor: { id: string }): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(
      usersContract.list,
      { query: { search, 'f.status': '1', size: maxChoices } },
      { signal },
    )
    return data.flatMap(({ id, name, account }) =>
      id === predecessor.id ? [] : [{ value: id, label: `${name}（${account}）` }],
    )
  }
