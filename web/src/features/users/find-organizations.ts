import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Organisations by name or code, each with all that stands above it. In: which of those found are offered. */
const organizationsThat = async (isOffered: (row: OrganizationRow) => boolean, search: string, signal: AbortSignal) => {
  const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
  return data
    .filter(isOwnRow)
    .filter((row) => row.found && isOffered(row))
    .map(({ id, name, above = [] }) => ({ value: id, label: [...above, name].join(' / ') }))
}

/** Those that somebody can be let into. */
export const findOrganizationsToJoin: Find = (search, _chosen, signal) =>
  organizationsThat(({ status }) => status === 1, search, signal)

/** What stands below one, or at the top. */
export const loadOrganizations = async (above: string | undefined) => {
  const { data } = await call(organizationsContract.list, { query: { parent: above ?? '' } })
  return data.filter(isOwnRow).map(({ id, name, leaf }) => ({ value: id, label: name, isLeaf: leaf }))
}

/** All of them, to look for who belongs there. */
export const findOrganizations: Find = async (search, chosen, signal) => {
  const found = await organizationsThat(() => true, search, signal)
  if (chosen === undefined || found.some(({ value }) => value === chosen)) return found
  const { name } = await call(organizationsContract.get, { params: { id: chosen } }, { signal })
  return [{ value: chosen, label: name }, ...found]
}
