import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'

/** Finds any organisation, by name or code. */
export const findOrganizations = findOptions(organizationsContract.options)
/** Finds organisations that take members; the chosen one is always included. */
export const findActiveOrganizations = findOptions(organizationsContract.options, {
  isOffered: ({ extra }) => extra.status === 1,
})

/** Loads the children of an organisation, or the root level. */
export const loadOrganizations = async (above: string | undefined) => {
  const { data } = await call(organizationsContract.list, { query: { parent: above ?? '' } })
  return data.filter(isOwnRow).map(({ id, name, leaf }) => ({ value: id, label: name, isLeaf: leaf }))
}
