import { languages } from './languages.ts'
import { nameLanguage } from './name-language.ts'

/** A language as its switch names it: `中文`, with its region only where there is another of the same language. */
export const languageName = (tag: string): string =>
  languages.find((each) => each.tag === tag)?.name ?? nameLanguage(tag)
