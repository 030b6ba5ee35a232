import {
  type DictionaryGroupRow,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../kernel/api/call.ts'

const { groups } = dictionariesContract
const size = 100
/** More are found by no administrator in a list. */
const maxPages = 10

const loadGroups = async ({ signal }: { signal: AbortSignal }): Promise<readonly DictionaryGroupRow[]> => {
  const found: DictionaryGroupRow[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, total } = await call(groups, { query: { page, size } }, { signal })
    found.push(...data)
    if (found.length >= total) break
  }
  return found
}

/** All groups, in order. */
export const useGroups = (): readonly DictionaryGroupRow[] =>
  useQuery({ queryKey: [groups.module, groups.name], queryFn: loadGroups }).data ?? []
