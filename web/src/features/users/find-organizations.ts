import { isOwnRow, organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Organisations that somebody can be let into, by name or code, each with all that stands above it. */
export const findOrganizationsToJoin: Find = async (search, _chosen, signal) => {
  const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
  return data
    .filter(isOwnRow)
    .filter(({ found, status }) => found && status === 1)
    .map(({ id, name, above = [] }) => ({ value: id, label: [...above, name].join(' / ') }))
}
