import { currentLanguage, sourceLanguage, t } from '@atrium/contract/kernel/texts.ts'
import { inCode } from '../../../kernel/call-context.ts'
import { type LaterText, say } from '../../../kernel/texts/later-text.ts'
import { type Channel, findBuiltin } from './builtin-templates.ts'
import type { Wording } from './message-templates.repository.ts'
import { fillTemplate, listVariables } from './template-text.ts'

/** A text as it is, or one in the language of who reads the message. */
export type MessageValues = Readonly<Record<string, string | LaterText>>
/** What fills the slots of a message, in the current language. */
export const toWords = (values: MessageValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : say(value)]),
  )
/** Those that wait for the language of who reads the message. */
export const pickLater = (values: MessageValues): Record<string, LaterText> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value] as const])),
  )

const han = /\p{Script=Han}/u
/** The words in a wording as it is stored: Chinese in a Chinese one, whatever the recipient's language. */
const toWordsFor = (text: string, values: MessageValues) =>
  han.test(text) ? inCode(() => toWords(values)) : toWords(values)

const translate: (source: string, values: object) => string = t

/**
 * The product's own texts of a message in the current language, with its variables in braces; undefined where they have
 * no translation, or the product no longer sends it.
 */
export const productWording = (template: string, channel: Channel): { title: string; content: string } | undefined => {
  const builtin = findBuiltin(template)
  if (!builtin) return undefined
  const slots = Object.fromEntries(builtin.variables.map((name) => [name, `{${name}}`]))
  const source = channel === 'sms' ? builtin.sms : builtin.mail
  const content = translate(source, slots)
  if (content === source && currentLanguage() !== sourceLanguage) return undefined
  return { title: channel === 'sms' ? '' : translate(builtin.title, slots), content }
}

/**
 * A message in the current language: in the words that people have written for it, else in the product's own, which are
 * translated, unless people have edited those of the language of the code. The parameters of an SMS provider's template
 * are those of the wording that names it.
 */
export const compose = (template: string, channel: Channel, wording: Wording, values: MessageValues) => {
  const builtin = findBuiltin(template)
  const variables = builtin?.variables ?? []
  const empty = Object.fromEntries(variables.map((name) => [name, '']))
  const own = wording.wordings[currentLanguage()]
  const words = toWords(values)
  const put = (written: string | undefined, stored: string, product: string | undefined) => {
    if (written) return fillTemplate(written, words)
    return stored === product
      ? translate(stored, { ...empty, ...words })
      : fillTemplate(stored, toWordsFor(stored, values))
  }
  const { title, content, providerTemplate } = wording
  const ofProvider = own?.providerTemplate
    ? { text: own.content || productWording(template, channel)?.content || content, filled: words }
    : { text: content, filled: toWordsFor(content, values) }
  return {
    title: put(own?.title, title, builtin?.title),
    text: put(own?.content, content, channel === 'sms' ? builtin?.sms : builtin?.mail),
    values: words,
    providerTemplate: own?.providerTemplate || providerTemplate,
    parameters: listVariables(ofProvider.text).map((name): [string, string] => [name, ofProvider.filled[name] ?? '']),
  }
}
