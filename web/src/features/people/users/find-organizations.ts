import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'

/** Loads the children of an organisation, or the root level. */
export const loadOrganizations = async (above: string | undefined) => {
  const { data } = await call(organizationsContract.list, { query: { parent: above ?? '' } })
  return data.filter(isOwnRow).map(({ id, name, leaf }) => ({ value: id, label: name, isLeaf: leaf }))
}
