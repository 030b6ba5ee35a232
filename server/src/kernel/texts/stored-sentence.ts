import { clausesText, listText, statementsText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isAsInCode, ownText, spokenLanguage } from './every-language.ts'
import type { Language } from './languages.ts'
import { productName } from './product-name.ts'

/** A source with values, as a pattern of the sentences that it makes. */
type Form = { source: string; names: readonly string[]; pattern: RegExp; own: string }

const han = /\p{Script=Han}/gu
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const toForm = (source: string): Form => {
  const parts = source.split(/\{(\w+)\}/)
  const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : '(.+?)')).join('')
  return {
    source,
    names: parts.filter((_, at) => at % 2 === 1),
    pattern: new RegExp(`^${pattern}$`, 'su'),
    own: parts.filter((_, at) => at % 2 === 0).join(''),
  }
}

/** Forms by the first sign of their sentences; those that begin with a value by an empty one. The longest come first. */
const forms = new WeakMap<Language, ReadonlyMap<string, readonly Form[]>>()
const formsOf = (language: Language) => {
  const known = forms.get(language)
  if (known) return known
  const byFirst = new Map<string, Form[]>()
  const all = Object.keys(language.translations)
    .filter((source) => source.includes('{'))
    .map(toForm)
    .filter(({ own }) => (own.match(han)?.length ?? 0) > 1)
  for (const form of all.sort((one, other) => other.own.length - one.own.length)) {
    const [first = ''] = form.source
    const key = first === '{' ? '' : first
    byFirst.set(key, [...(byFirst.get(key) ?? []), form])
  }
  forms.set(language, byFirst)
  return byFirst
}

/** A text made of several, each of which is translated. */
const joined = (text: string, sign: string, join: (parts: readonly string[]) => string): string | undefined => {
  const parts = text.split(sign)
  if (parts.length < 2) return undefined
  const translated = parts.map(storedSentence)
  return translated.some((part, at) => part !== parts[at]) ? join(translated) : undefined
}

/**
 * A sentence of the product that was stored in the language of the code, in the language of the call: its values are
 * found by its form, and translated as well. What has none stays.
 */
export const storedSentence = (text: string): string => {
  const whole = ownText(text) ?? t(text)
  const language = spokenLanguage()
  if (!language || isAsInCode() || whole !== text || !text.match(han)) return whole
  const byFirst = formsOf(language)
  for (const { source, names, pattern } of [...(byFirst.get(text[0] ?? '') ?? []), ...(byFirst.get('') ?? [])]) {
    const [, ...values] = pattern.exec(text) ?? []
    if (values.length === 0) continue
    const translated = values.map(storedSentence)
    return t(
      source as '{value}',
      Object.fromEntries(names.map((name, at) => [name, translated[at]])) as { value: string },
    )
  }
  return (
    joined(text, '；', statementsText) ??
    joined(text, '，', clausesText) ??
    joined(text, '、', listText) ??
    productName(text)
  )
}
