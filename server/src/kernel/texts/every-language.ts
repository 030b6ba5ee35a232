import { currentContext } from '../call-context.ts'
import type { Language, Languages } from './languages.ts'

const listOwn = () => [...(currentContext()?.own?.values() ?? [])]

const findOwn = () => {
  const { own, language } = currentContext() ?? {}
  return language === undefined ? undefined : own?.get(language)
}

/** What the acting company calls a name in the language of the present work; undefined if it has not said so. */
export const ownText = (name: string): string | undefined => findOwn()?.get(name)
/** Whether the acting company has translations in that language. */
const hasOwnTexts = (): boolean => (findOwn()?.size ?? 0) > 0
/** What the acting company calls a name in all languages. */
const ownTextsOf = (name: string): string[] => listOwn().flatMap((texts) => texts.get(name) ?? [])
/** The names that the acting company has translated, each with what it calls them. */
const listOwnNames = (): ShownName[] =>
  listOwn().flatMap((texts) => [...texts].map(([source, text]) => ({ source, text: text.toLowerCase() })))
/** The names that the acting company calls so in any language. */
const ownSourcesOf = (text: string): string[] =>
  listOwn().flatMap((texts) => [...texts].flatMap(([name, own]) => (own === text ? name : [])))

/** The texts of a language by their sources, whatever their meaning, and the other way. */
type Index = { texts: ReadonlyMap<string, readonly string[]>; sources: ReadonlyMap<string, readonly string[]> }
/** A text by which a name may be searched, in small letters. */
type ShownName = { source: string; text: string }

let known: Languages | undefined
const indexes = new WeakMap<Language, Index>()

/** Sets the languages that people may have written in, for work that belongs to no call. */
export const setKnownLanguages = (languages: Languages): void => {
  known = languages
}
const findOpen = () => currentContext()?.languages ?? known
const listKnown = (): Language[] => {
  const open = findOpen()
  return open?.all.map(open.get) ?? []
}

const add = (to: Map<string, string[]>, key: string, value: string) => void to.set(key, [...(to.get(key) ?? []), value])
/** Texts with values are none that people type. */
const plainText = (text: unknown): string | undefined => {
  if (!Array.isArray(text)) return undefined
  return text.length === 1 && typeof text[0] === 'string' ? text[0] : undefined
}
const indexOf = (language: Language): Index => {
  const found = indexes.get(language)
  if (found) return found
  const [texts, sources] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const [id, compiled] of Object.entries(language.translations)) {
    const text = plainText(compiled)
    if (text === undefined) continue
    const source = id.replace(/@[A-Za-z]+$/, '')
    add(texts, source, text)
    add(sources, text, source)
  }
  const index = { texts, sources }
  indexes.set(language, index)
  return index
}

/** A text of the product as it reads in each language, that of the code first. */
export const inEveryLanguage = (source: string): string[] => [
  ...new Set([
    source,
    ...listKnown().flatMap((language) => indexOf(language).texts.get(source) ?? []),
    ...ownTextsOf(source),
  ]),
]

/** What a text in any of the languages may stand for: itself, and the sources that it translates. */
export const possibleSources = (text: string): string[] => [
  ...new Set([
    text,
    ...listKnown().flatMap((language) => indexOf(language).sources.get(text) ?? []),
    ...ownSourcesOf(text),
  ]),
]

/** What names are no longer than, and sentences end with. */
const [mostInName, sentence] = [20, /[。，；？！…]/]
const shownNames = new WeakMap<Language, readonly ShownName[]>()
const shownNamesOf = (language: Language): readonly ShownName[] => {
  const known = shownNames.get(language)
  if (known) return known
  const names = [...indexOf(language).sources].flatMap(([text, sources]) =>
    sources
      .filter((source) => source.length <= mostInName && !sentence.test(source))
      .map((source) => ({ source, text: text.toLowerCase() })),
  )
  shownNames.set(language, names)
  return names
}
const mostSources = 200

/**
 * The sources whose translation into any of the languages holds some words, as a search for a name does, at most 200: those
 * that begin with the words first, then the shortest.
 */
export const sourcesHolding = (words: string): string[] => {
  const searched = words.trim().toLowerCase()
  if (searched === '') return []
  const names = [...listOwnNames(), ...listKnown().flatMap(shownNamesOf)]
  const found = names.filter(({ text }) => text.includes(searched))
  const rank = ({ text }: ShownName) => (text.startsWith(searched) ? 0 : 1000) + text.length
  if (found.length > mostSources) found.sort((one, other) => rank(one) - rank(other))
  return [...new Set(found.slice(0, mostSources).map(({ source }) => source))]
}

/** The language of the present work; undefined where texts are the sentences of the code. */
export const spokenLanguage = (): Language | undefined => {
  const tag = currentContext()?.language
  return tag === undefined ? undefined : findOpen()?.get(tag)
}
/** Whether texts now are the sentences of the code, and names as they are stored. */
export const isAsInCode = (): boolean => !hasOwnTexts() && (spokenLanguage()?.version ?? '') === ''
