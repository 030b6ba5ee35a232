import type { messageTemplatesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import {
  type MessageTemplateRow,
  messageTemplateWrite,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import { languageName } from '../../../ui/language-name.ts'
import { t } from '../../../ui/texts.ts'
import { findUnknownVariables } from './template-slots.ts'

export type Wording = { title: string; content: string }
const parts = ['title', 'content', 'providerTemplate'] as const
type Part = (typeof parts)[number]
type Values = Readonly<Record<string, unknown>>
type Row = Pick<MessageTemplateRow, 'languages' | 'wordings'>

/** The field of a form that holds a part of the wording in a language. */
export const fieldOf = (part: Part, language: string): string =>
  language === sourceLanguage ? part : `${part}:${language}`

/** Languages that have a wording beside that of the code. */
export const otherLanguages = ({ languages }: Pick<Row, 'languages'>): string[] =>
  languages.map(({ language }) => language).filter((language) => language !== sourceLanguage)

const own = messageTemplateWrite.shape
const ofLanguage = z.object({
  title: own.title,
  content: z._default(z.string(), ''),
  providerTemplate: own.providerTemplate,
})

/** Rules of the form: those of the contract, and every variable in a text exists for this message. */
export const schemaFor = (row: Pick<MessageTemplateRow, 'languages' | 'variables'>): z.ZodMiniObject => {
  const others = otherLanguages(row)
  const fields = others.flatMap((language) =>
    parts.map((part) => [fieldOf(part, language), part === 'content' ? ofLanguage.shape.content : own[part]] as const),
  )
  const { wordings: _, ...source } = own
  return z.object({ ...source, ...Object.fromEntries(fields) }).check(({ value, issues }) => {
    for (const language of [sourceLanguage, ...others])
      for (const part of ['title', 'content'] as const) {
        const field = fieldOf(part, language)
        const text = String((value as Values)[field] ?? '')
        const tooLong = part === 'content' && text.length > 1000 ? t('最多 {max} 个字符', { max: 1000 }) : undefined
        const problem = tooLong ?? findUnknownVariables(text, row.variables)
        // It may be shown above the form, where no tab says which language it is about.
        const message =
          problem && language !== sourceLanguage
            ? t('{language}：{problem}', { language: languageName(language), problem })
            : problem
        if (message) issues.push({ code: 'custom', path: [field], message, input: text })
      }
  }) as z.ZodMiniObject
}

/** Own wordings as values of the form. */
export const toFormValues = (row: Row): Record<string, string> =>
  Object.fromEntries(
    otherLanguages(row).flatMap((language) =>
      parts.map((part) => [fieldOf(part, language), row.wordings[language]?.[part] ?? ''] as const),
    ),
  )

type Body = InputOf<typeof messageTemplatesContract.update>['body']
/** What is sent. */
export const toBody = (row: Row, values: Values): Body => {
  const read = (part: Part, language: string) => String(values[fieldOf(part, language)] ?? '')
  const all = (language: string) => ({
    title: read('title', language),
    content: read('content', language),
    providerTemplate: read('providerTemplate', language),
  })
  return {
    ...all(sourceLanguage),
    wordings: Object.fromEntries(otherLanguages(row).map((language) => [language, all(language)])),
    version: Number(values.version),
  }
}

const findProduct = ({ languages }: Pick<Row, 'languages'>, language: string) =>
  languages.find((each) => each.language === language)?.product ?? undefined

export { findProduct as productWording }

/**
 * Where the wording of a language comes from: written for it, the product's, or that of the language of the code. The
 * server sends by the same rule.
 */
export type Origin = 'own' | 'product' | 'source'
export const originOf = (row: Pick<Row, 'languages'>, language: string, values: Values): Origin => {
  const source = findProduct(row, sourceLanguage)
  const isUnchanged = source !== undefined && values.content === source.content && (values.title ?? '') === source.title
  if (language === sourceLanguage) return isUnchanged ? 'product' : 'own'
  if (values[fieldOf('content', language)] || values[fieldOf('title', language)]) return 'own'
  return isUnchanged && findProduct(row, language) ? 'product' : 'source'
}

/** The wording that a reader of a language gets; each part falls back by itself. */
export const wordingFor = (row: Pick<Row, 'languages'>, language: string, values: Values): Wording => {
  const [source, product] = [findProduct(row, sourceLanguage), findProduct(row, language)]
  const read = (part: 'title' | 'content') => {
    const written = String(values[part] ?? '')
    const typed = language === sourceLanguage ? written : String(values[fieldOf(part, language)] ?? '')
    if (typed !== '' || language === sourceLanguage) return typed
    return product && written === source?.[part] ? product[part] : written
  }
  return { title: read('title'), content: read('content') }
}
