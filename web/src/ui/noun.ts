import { pageLanguage } from './texts.ts'

/** A noun inside a sentence: `user` of `User`, and `API` as it is. Some languages write nouns with a capital. */
export const nounInside = (noun: string): string =>
  pageLanguage.startsWith('de') || /^.[\p{Lu}\d]|^Excel\b/u.test(noun)
    ? noun
    : noun.charAt(0).toLocaleLowerCase(pageLanguage) + noun.slice(1)
