import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Organisations by name or code, each with all that stands above it. */
export const findOrganizations: Find = async (search, chosen, signal) => {
  const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
  const found = data.flatMap(({ id, name, above = [], found: isFind }) =>
    isFind ? [{ value: id, label: [...above, name].join(' / ') }] : [],
  )
  if (chosen === undefined || found.some(({ value }) => value === chosen)) return found
  const { name } = await call(organizationsContract.get, { params: { id: chosen } }, { signal })
  return [{ value: chosen, label: name }, ...found]
}
