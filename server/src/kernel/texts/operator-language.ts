import { existsSync } from 'node:fs'
import {
  createLanguage,
  setLanguageSource,
  sourceLanguage,
  textIn,
  type ValuesOf,
} from '@atrium/contract/kernel/texts.ts'
import { openLanguages } from './languages.ts'

const source = createLanguage(sourceLanguage, {})
let operator = source
let outsideOfCalls = source

/** What a locale such as `en_US.UTF-8` says; undefined: nothing, as `C` and `POSIX` do. */
const languageOf = (locale: string): string | undefined => {
  const language = locale.split(/[._@-]/, 1)[0]?.toLowerCase()
  return language === '' || language === 'c' || language === 'posix' ? undefined : language
}

/**
 * The language of who runs a program: that of `ATRIUM_LANGUAGE`, else of the locale, as POSIX finds it (XBD 8.2). That of
 * the code where neither says one, and English for one that has no texts.
 */
export const operatorLanguage = (env: NodeJS.ProcessEnv, tags: readonly string[]): string => {
  const locale = [env.ATRIUM_LANGUAGE, env.LC_ALL, env.LC_MESSAGES, env.LANG].find(Boolean)
  const language = languageOf(locale ?? '')
  if (language === undefined) return sourceLanguage
  return tags.find((tag) => languageOf(tag) === language) ?? 'en'
}

/** Speaks the language of who runs the program, from its start on. Takes folders of texts and the environment. */
export const speakToOperator = (folders: readonly string[], env: NodeJS.ProcessEnv): void => {
  // Reading all texts takes a tenth of a second, which most commands do not.
  const isSource = operatorLanguage(env, [sourceLanguage]) === sourceLanguage
  // One that is not there is a fault of the configuration, which is read later.
  const { tags, get } = openLanguages(...(isSource ? [] : folders.filter((folder) => existsSync(folder))))
  operator = isSource ? source : get(operatorLanguage(env, tags)).texts
  outsideOfCalls = operator
  setLanguageSource(presentLanguage)
}

/** The language of texts that belong to no call. */
export const presentLanguage = () => outsideOfCalls

/** From now on only `tell` speaks the operator's language: what a server says outside of calls may be stored. */
export const keepToSource = (): void => {
  outsideOfCalls = source
}

const mostRemembered = 1000
/** The latest texts for the operator, with what they are in the language of the code. */
const told = new Map<string, string>()

/** A text for the operator as it is stored: in the language of the code. */
export const toStored = (text: string): string => told.get(text) ?? text

/** A text for the operator, in commands, at the start and in the log; never in the language of a call. */
export const tell = <const S extends string>(text: S, ...values: ValuesOf<S>): string => {
  const said = textIn(operator, text, ...values)
  if (operator === source) return said
  const [given = {}] = values as [values?: Record<string, unknown>]
  const parts = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? toStored(value) : value,
  ])
  if (told.size >= mostRemembered) told.clear()
  told.set(said, textIn(source, text as string, Object.fromEntries(parts)))
  return said
}

/** Parts that belong together for the operator, joined by a mark, or by what stands for it in another language. */
export const joinTold = (parts: readonly string[], mark: '、' | '，' | '；' | '：' | '。'): string =>
  operator === source ? parts.join(mark) : parts.map((part) => part.replace(/\.$/, '')).join(tell(mark))
