import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'

const most = 50

/** Groups of dictionary items, by name or code. */
export const findGroups: Find = async (search, _chosen, signal) => {
  const { data } = await call(dictionariesContract.groups, { query: { search, size: most } }, { signal })
  return data.map(({ code, name }) => ({ value: code, label: notedText(name, code) }))
}
