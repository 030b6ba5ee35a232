import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Searches organisations by name or code, labelled with their ancestors. */
const searchOrganizations = async (
  isOffered: (row: OrganizationRow) => boolean,
  search: string,
  signal: AbortSignal,
) => {
  const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
  return data
    .filter(isOwnRow)
    .filter((row) => row.found && isOffered(row))
    .map(({ id, name, above = [] }) => ({ value: id, label: [...above, name].join(' / ') }))
}

/** Searches active organisations to add members to. */
export const findOrganizationsToJoin: Find = (search, _chosen, signal) =>
  searchOrganizations(({ status }) => status === 1, search, signal)

/** Loads the children of an organisation, or the root level. */
export const loadOrganizations = async (above: string | undefined) => {
  const { data } = await call(organizationsContract.list, { query: { parent: above ?? '' } })
  return data.filter(isOwnRow).map(({ id, name, leaf }) => ({ value: id, label: name, isLeaf: leaf }))
}

/** Searches all organisations; the chosen one is always included. */
export const findOrganizations: Find = async (search, chosen, signal) => {
  const found = await searchOrganizations(() => true, search, signal)
  if (chosen === undefined || found.some(({ value }) => value === chosen)) return found
  const { name } = await call(organizationsContract.get, { params: { id: chosen } }, { signal })
  return [{ value: chosen, label: name }, ...found]
}
