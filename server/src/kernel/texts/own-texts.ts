import { currentContext } from '../call-context.ts'

const listOwn = () => [...(currentContext()?.own?.values() ?? [])]

const findOwn = () => {
  const { own, language } = currentContext() ?? {}
  return language === undefined ? undefined : own?.get(language)
}

/** What the acting company calls a name in the language of the present work; undefined if it has not said so. */
export const ownText = (name: string): string | undefined => findOwn()?.get(name)
/** Whether the acting company has translations in that language. */
export const hasOwnTexts = (): boolean => (findOwn()?.size ?? 0) > 0
/** What the acting company calls a name in all languages. */
export const ownTextsOf = (name: string): string[] => listOwn().flatMap((texts) => texts.get(name) ?? [])
/** The names that the acting company has translated, each with what it calls them. */
export const listOwnNames = (): { source: string; text: string }[] =>
  listOwn().flatMap((texts) => [...texts].map(([source, text]) => ({ source, text: text.toLowerCase() })))
/** The names that the acting company calls so in any language. */
export const ownSourcesOf = (text: string): string[] =>
  listOwn().flatMap((texts) => [...texts].flatMap(([name, own]) => (own === text ? name : [])))
