import { currentLanguage, sourceLanguage, t } from '@atrium/contract/kernel/texts.ts'
import { runInLanguage } from '../../../kernel/call-context.ts'
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
  runInLanguage(han.test(text) ? sourceLanguage : currentLanguage(), () => toWords(values))

/**
 * A message in the current language. The product's own wording is translated; one that people have edited stays as they
 * wrote it. The parameters of an SMS provider's template are those of the wording as it is stored.
 */
export const compose = (template: string, channel: Channel, wording: Wording, values: MessageValues) => {
  const builtin = findBuiltin(template)
  const variables = builtin?.variables ?? []
  const empty = Object.fromEntries(variables.map((name) => [name, '']))
  const translate: (source: string, values: object) => string = t
  const put = (stored: string, own: string | undefined) =>
    stored === own
      ? translate(stored, { ...empty, ...toWords(values) })
      : fillTemplate(stored, toWordsFor(stored, values))
  const { title, content } = wording
  const filled = toWordsFor(content, values)
  return {
    title: put(title, builtin?.title),
    text: put(content, channel === 'sms' ? builtin?.sms : builtin?.mail),
    values: toWords(values),
    parameters: listVariables(content).map((name): [string, string] => [name, filled[name] ?? '']),
  }
}
