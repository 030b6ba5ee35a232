import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionaryQueryContract } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'

/** Reads to refetch after a change: groups count their items, and fields show them. */
export const affectedReads = [
  dictionariesContract.list,
  dictionariesContract.groups,
  dictionaryQueryContract.query,
] as const
