import {
  type DictionaryOption,
  dictionaryQueryContract,
} from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { useQuery } from '@tanstack/react-query'
import type { Find } from '../../../../ui/use-found-options.ts'
import { loadDictionary } from '../dictionary-loader.ts'

const { module, name } = dictionaryQueryContract.query
/** Events announce changes; this bounds the delay where none arrive. */
const staleTime = 5 * 60_000

/**
 * Items of a dictionary as they apply in the company, retired ones included; undefined until they are loaded, and none
 * if they cannot be.
 */
export const useDictionary = (group: string): readonly DictionaryOption[] | undefined => {
  const { data, isError } = useQuery({
    queryKey: [module, name, group],
    queryFn: () => loadDictionary(group),
    staleTime,
  })
  return data ?? (isError ? [] : undefined)
}

/** Returns the label of a code: the code itself if no item has it, and nothing until items are loaded. */
export const useDictionaryLabel = (group: string): ((code: string | number) => string) => {
  const options = useDictionary(group)
  return (code) =>
    options === undefined ? '' : (options.find((option) => option.code === String(code))?.name ?? String(code))
}

/** Finds items of a dictionary by their names. Retired ones are found only where the value already is it. */
export const findItems =
  (group: string): Find =>
  async (keyword, chosen) =>
    (await loadDictionary(group))
      .filter(({ code, name, retired }) => code === chosen || (!retired && name.includes(keyword)))
      .map(({ code, name }) => ({ value: code, label: name }))
