import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { findOrganizations } from '../../../shared/organizations/find-organizations.ts'
import type { Find } from '../../../ui/use-found-options.ts'

const findAny = findOrganizations()

/** Loads the children of an organisation, or the root level. */
export const loadOrganizations = async (above: string | undefined) => {
  const { data } = await call(organizationsContract.list, { query: { parent: above ?? '' } })
  return data.filter(isOwnRow).map(({ id, name, leaf }) => ({ value: id, label: name, isLeaf: leaf }))
}

/** Searches all organisations; the chosen one is always included. */
export const findScopeOrganizations: Find = async (search, chosen, signal) => {
  const found = await findAny(search, chosen, signal)
  if (chosen === undefined || found.some(({ value }) => value === chosen)) return found
  const { name } = await call(organizationsContract.get, { params: { id: chosen } }, { signal })
  return [{ value: chosen, label: name }, ...found]
}
