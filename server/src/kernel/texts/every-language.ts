import type { Languages } from './languages.ts'

type Language = ReturnType<Languages['get']>
/** The texts of a language by their sources, whatever their meaning, and the other way. */
type Index = { texts: ReadonlyMap<string, readonly string[]>; sources: ReadonlyMap<string, readonly string[]> }
/** A text by which a name may be searched, in small letters. */
type ShownName = { source: string; text: string }

let known: readonly Language[] = []
const indexes = new Map<string, Index>()
let shownNames: readonly ShownName[] | undefined

/** Sets the languages that people may have written in. */
export const setKnownLanguages = ({ tags, get }: Languages): void => {
  known = tags.map(get)
  indexes.clear()
  shownNames = undefined
}

const add = (to: Map<string, string[]>, key: string, value: string) => void to.set(key, [...(to.get(key) ?? []), value])
/** Texts with values are none that people type. */
const plainText = (text: unknown): string | undefined => {
  if (!Array.isArray(text)) return undefined
  return text.length === 1 && typeof text[0] === 'string' ? text[0] : undefined
}
const indexOf = ({ tag, translations }: Language): Index => {
  const found = indexes.get(tag)
  if (found) return found
  const [texts, sources] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const [id, compiled] of Object.entries(translations)) {
    const text = plainText(compiled)
    if (text === undefined) continue
    const source = id.replace(/@[a-z]+$/, '')
    add(texts, source, text)
    add(sources, text, source)
  }
  const index = { texts, sources }
  indexes.set(tag, index)
  return index
}

/** A text of the product as it reads in each language, that of the code first. */
export const inEveryLanguage = (source: string): string[] => [
  ...new Set([source, ...known.flatMap((language) => indexOf(language).texts.get(source) ?? [])]),
]

/** What a text in any of the languages may stand for: itself, and the sources that it translates. */
export const possibleSources = (text: string): string[] => [
  ...new Set([text, ...known.flatMap((language) => indexOf(language).sources.get(text) ?? [])]),
]

/** What names are no longer than, and sentences end with. */
const [mostInName, sentence] = [20, /[。，；？！…]/]
const listShownNames = (): readonly ShownName[] =>
  known.flatMap((language) =>
    [...indexOf(language).sources].flatMap(([text, sources]) =>
      sources
        .filter((source) => source.length <= mostInName && !sentence.test(source))
        .map((source) => ({ source, text: text.toLowerCase() })),
    ),
  )
const mostSources = 200

/**
 * The sources whose translation into any of the languages holds some words, as a search for a name does, at most 200: those
 * that begin with the words first, then the shortest.
 */
export const sourcesHolding = (words: string): string[] => {
  const searched = words.trim().toLowerCase()
  if (searched === '') return []
  shownNames ??= listShownNames()
  const found = shownNames.filter(({ text }) => text.includes(searched))
  const rank = ({ text }: ShownName) => (text.startsWith(searched) ? 0 : 1000) + text.length
  if (found.length > mostSources) found.sort((one, other) => rank(one) - rank(other))
  return [...new Set(found.slice(0, mostSources).map(({ source }) => source))]
}

/** The sources with values that a language translates. */
export const sentencesOf = (tag: string): string[] =>
  Object.keys(known.find((language) => language.tag === tag)?.translations ?? {}).filter((source) =>
    source.includes('{'),
  )
