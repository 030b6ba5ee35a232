import type { Find } from '../../../../ui/use-found-options.ts'
import { loadDictionary } from '../dictionary-loader.ts'

/** Finds items of a dictionary by their names. Retired ones are found only where the value already is it. */
export const findItems =
  (group: string): Find =>
  async (keyword, chosen) =>
    (await loadDictionary(group))
      .filter(({ code, name, retired }) => code === chosen || (!retired && name.includes(keyword)))
      .map(({ code, name }) => ({ value: code, label: name }))
