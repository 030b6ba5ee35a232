/** An entry of a dictionary, or one of several fixed words. */
export type Item = { readonly code: string; readonly name: string; readonly retired?: true | undefined }

/** A code without the zeros that a number loses in front. */
const unpadded = (code: string) => (/^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code)

/**
 * The items that a cell may mean: those with exactly this name or code, or else in letters of either case. A number may
 * be a code with zeros in front, too. Several are for the caller to refuse: none of them is more likely.
 */
export const meantBy = (text: string, items: readonly Item[], isNumber: boolean): Item[] => {
  const exact = items.filter(
    ({ code, name }) => name === text || code === text || (isNumber && unpadded(code) === text),
  )
  if (exact.length > 0) return exact
  const letters = text.toLowerCase()
  return items.filter(({ code, name }) => name.toLowerCase() === letters || code.toLowerCase() === letters)
}
