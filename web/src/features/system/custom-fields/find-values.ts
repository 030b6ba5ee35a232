import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { loadDictionary } from '../dictionaries/public/dictionary-loader.ts'

const findItems =
  (group: string): Find =>
  async (keyword, chosen) =>
    (await loadDictionary(group))
      .filter(({ code, name, retired }) => code === chosen || (!retired && name.includes(keyword)))
      .map(({ code, name }) => ({ value: code, label: name }))

/** Finds what a field of this kind may hold, in the user's row scope. */
export const findValues = (kind: 'choice' | 'person' | 'organization', dictionary: string): Find => {
  if (kind === 'person') return findOptions(usersContract.options)
  return kind === 'organization' ? findOptions(organizationsContract.options) : findItems(dictionary)
}
