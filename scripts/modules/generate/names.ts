/** Names of a new entity: `asset`, `assets`, of the module `assets`; `noun` is what users read. */
export type Names = {
  readonly module: string
  /** In camel case. */
  readonly singular: string
  readonly plural: string
  /** What its permissions are called: `assets`, `assetsCategories`. */
  readonly permission: string
  /** Noun of its events: `asset`, `assetsCategory`. */
  readonly entity: string
  readonly noun: string
}

/** The numbers of the errors of a module, or of an entity. */
export type ErrorNumbers = { readonly from: number; readonly to: number }

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const kebab = (name: string): string => snake(name).replaceAll('_', '-')
const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const toPlural = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** The names that follow from what is given: the module, the English singular in kebab case, and the Chinese noun. */
export const toNames = (module: string, word: string, noun: string): Names => {
  const [singular, plural] = [camel(word), camel(toPlural(word))]
  const permission = plural === module ? module : `${module}${pascal(plural)}`
  const entity = plural === module ? singular : `${module}${pascal(singular)}`
  return { module, singular, plural, noun, permission, entity }
}
