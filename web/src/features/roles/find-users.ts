import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Users by account, name or phone. */
export const findUsers: Find = async (search, _chosen, signal) => {
  const { data } = await call(usersContract.list, { query: { search, size: 20 } }, { signal })
  return data.map(({ id, name, account }) => ({ value: id, label: `${name}（${account}）` }))
}
