import type { Languages } from './languages.ts'

type Language = ReturnType<Languages['get']>
/** The texts of a language by their sources, whatever their meaning, and the other way. */
type Index = { texts: ReadonlyMap<string, readonly string[]>; sources: ReadonlyMap<string, readonly string[]> }

let known: readonly Language[] = []
const indexes = new Map<string, Index>()

/** Sets the languages that people may have written in. */
export const setKnownLanguages = ({ tags, get }: Languages): void => {
  known = tags.map(get)
  indexes.clear()
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

/** The sources with values that a language translates. */
export const sentencesOf = (tag: string): string[] =>
  Object.keys(known.find((language) => language.tag === tag)?.translations ?? {}).filter((source) =>
    source.includes('{'),
  )
