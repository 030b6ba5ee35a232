import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { isSourceLanguage } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod'
import en from 'zod/v4/locales/en.js'
import zhCN from 'zod/v4/locales/zh-CN.js'
import { isQuick } from './examples.ts'
import { typedSchema } from './json-schemas.ts'

/** Complaints of the library, which has languages of its own. */
const complaints = { source: zhCN().localeError, others: en().localeError }
const patternsIn = (text: string) => [...text.matchAll(/"pattern"\s*:\s*("(?:[^"\\]|\\.)*")/g)]
const isQuickSchema = (text: string) => patternsIn(text).every(([, typed = '""']) => isQuick(String(JSON.parse(typed))))
const toCheck = (text: string) => {
  const schema = isQuickSchema(text) ? typedSchema(text) : undefined
  try {
    return schema && z.fromJSONSchema(schema)
  } catch {
    // Documents show what people have typed, whether or not it is a schema.
    return undefined
  }
}

const notJson: FieldError = { field: 'body', msg: '请求体不是有效的 JSON' }
const parsed = (body: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}
/** What is wrong with a body. Takes the schema that people have typed; empty: none. */
export const bodyFaults = (body: string, schema: string): FieldError[] => {
  if (body === '') return []
  const sent = parsed(body)
  if (!sent) return [notJson]
  const issues =
    toCheck(schema)?.safeParse(sent.value, { error: isSourceLanguage() ? complaints.source : complaints.others }).error
      ?.issues ?? []
  return issues.map(({ path, message }) => ({
    field: 'body',
    msg: path.length === 0 ? message : `${path.join('.')}${isSourceLanguage() ? '：' : ': '}${message}`,
  }))
}
