import { currentLanguage, isSourceLanguage, t, type ValuesOf } from '@atrium/contract/kernel/texts.ts'

type Value = string | number | null | undefined | LaterText
type Sentence = { readonly source: string; readonly values?: Readonly<Record<string, Value>> | undefined }
/** A text that is put into words once its reader's language is known. Its values may be such texts as well. */
export type LaterText =
  | Sentence
  | { readonly lines: readonly LaterText[] }
  | { readonly written: string; readonly translations: Readonly<Record<string, string>> }

/** Says later what `t` says now. */
export const later = <const S extends string>(source: S, ...[values]: ValuesOf<S, Value>): LaterText => ({
  source,
  values: values as Sentence['values'],
})
/** Texts one below the other. */
export const inLines = (lines: readonly LaterText[]): LaterText => ({ lines })

/** A text of people, in the languages they have written it in, by BCP 47 tag. */
export const writtenIn = (written: string, translations: Readonly<Record<string, string>>): LaterText => ({
  written,
  translations,
})

const toWords = (value: Value): Value => (typeof value === 'object' && value !== null ? say(value) : value)

/** The words of a text in the current language. */
export const say = (text: LaterText): string => {
  if ('lines' in text) return text.lines.map(say).join(isSourceLanguage() ? '；\n' : ';\n')
  if ('written' in text) return text.translations[currentLanguage()] ?? text.written
  const { source, values } = text
  // Also what came from elsewhere, such as the complaint of another server.
  if (values === undefined) return t(source)
  const translate: (source: string, values: object) => string = t
  const words = Object.entries(values).map(([name, value]) => [name, toWords(value)] as const)
  return translate(source, Object.fromEntries(words))
}
