import { type I18n, type Messages, setupI18n } from '@lingui/core'

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** The values a source needs: those it names in braces. A sentence that is only known at run time has none. */
export type ValuesOf<S extends string, V = string | number | null | undefined> = [NamesIn<S>] extends [never]
  ? [meaning?: Meaning]
  : [values: Record<NamesIn<S>, V> & Meaning]
/** Which of its meanings a word has here: `t('停用', { context: 'state' })` is Disabled, and without it Disable. */
type Meaning = { context?: string }

/** Chinese stands in the code and has no plurals: only its values are put in. */
const splitAtValues = (source: string) =>
  source.split(/\{(\w+)\}/).map((part, at): string | [string] => (at % 2 === 0 ? part : [part]))

/**
 * A language with its translations, compiled by Lingui: `{ '已导入 {count} 行': ['Imported ', ['count'], ' rows'] }`. What
 * has no translation stays as it is in the code.
 */
export const createLanguage = (language: string, translations: Messages): I18n => {
  const i18n = setupI18n()
  i18n.setMessagesCompiler(splitAtValues)
  i18n.loadAndActivate({ locale: language, messages: translations })
  return i18n
}

/** Holds the language chosen in a browser; set by the page. */
export const languageCookie = 'atrium-language'

/** The language of the code. */
export const sourceLanguage = 'zh-CN'

const sourceOfTexts = createLanguage(sourceLanguage, {})
let findLanguage = (): I18n => sourceOfTexts

/** Sets how the language of a text is found: in the browser the page's, on the server that of the call or the recipient. */
export const setLanguageSource = (find: () => I18n): void => {
  findLanguage = find
}

/** A sentence that is stored: with its values, in the language of the code. It is translated for each who reads it. */
export const fillSource = <const S extends string>(text: S, ...[values]: ValuesOf<S>): string =>
  sourceOfTexts._(text, values)

/** The id of a source with a meaning of its own, as catalogues have it. */
export const toContextId = (source: string, context: string): string => `${source}@${context}`

/** The language that texts are in now, as a BCP 47 tag. */
export const currentLanguage = (): string => findLanguage().locale

/** Whether texts are in the language of the code now, whose signs have full width. */
export const isSourceLanguage = (): boolean => currentLanguage() === sourceLanguage

/** The text in a language; see `t`. */
export const textIn = <const S extends string>(language: I18n, source: S, ...[values]: ValuesOf<S>): string => {
  // Also what is translated already, whose braces are text.
  if (values === undefined && !(source in language.messages)) return source
  const inContext = values?.context === undefined ? source : toContextId(source, values.context)
  try {
    return language._(inContext in language.messages ? inContext : source, values)
  } catch {
    // A translation may ask for a form that there is not, as a file can: one sentence must not take a page with it.
    return sourceOfTexts._(source, values)
  }
}

/**
 * The text in the current language. The source is the Chinese sentence, with values as `{name}`. Also translates sentences
 * that were declared elsewhere, such as names of permissions; what has no translation is returned as it is.
 */
export const t = <const S extends string>(source: S, ...values: ValuesOf<S>): string =>
  textIn(findLanguage(), source, ...values)
