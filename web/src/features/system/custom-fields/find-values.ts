import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { findItems } from '../dictionaries/public/use-dictionary.ts'

/** Finds what a field of this kind may hold, in the user's row scope. */
export const findValues = (kind: 'choice' | 'person' | 'organization', dictionary: string): Find => {
  if (kind === 'person') return findOptions(usersContract.options)
  return kind === 'organization' ? findOptions(organizationsContract.options) : findItems(dictionary)
}
