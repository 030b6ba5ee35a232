import {
  type DictionaryGroupRow,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'

/** The first hundred groups, in order. */
export const useGroups = (): readonly DictionaryGroupRow[] =>
  useRead(dictionariesContract.groups, { query: { size: 100 } }).data?.data ?? []
