import { inEveryLanguage } from '../../../../kernel/texts/every-language.ts'

/** An entry of a dictionary, or one of several fixed words. */
export type Item = { readonly code: string; readonly name: string; readonly retired?: true | undefined }

/** A code without the zeros that a number loses in front. */
const unpadded = (code: string) => (/^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code)

/**
 * The items that a cell may mean: those with exactly this name or code, or else in letters of either case. A number may
 * be a code with zeros in front, too. Several are for the caller to refuse: none of them is more likely.
 */
const meantBy = (text: string, items: readonly Item[], isNumber: boolean): Item[] => {
  const exact = items.filter(
    ({ code, name }) => name === text || code === text || (isNumber && unpadded(code) === text),
  )
  if (exact.length > 0) return exact
  const letters = text.toLowerCase()
  return items.filter(({ code, name }) => name.toLowerCase() === letters || code.toLowerCase() === letters)
}

/** The same by the names that the product's items have in any language. */
export const meantInAnyLanguage = (text: string, items: readonly Item[], isNumber: boolean): Item[] => {
  const found = meantBy(text, items, isNumber)
  if (found.length > 0) return found
  const letters = text.toLowerCase()
  return items.filter(({ name }) => inEveryLanguage(name).some((each) => each.toLowerCase() === letters))
}
