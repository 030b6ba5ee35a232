import * as z from 'zod/mini'
import { t } from '../../../kernel/texts.ts'

export const parameterKinds = ['string', 'number', 'bool', 'enum', 'json', 'secret'] as const
export type ParameterKind = (typeof parameterKinds)[number]

/** Shown for every secret that has a value. */
export const maskedSecret = '******'
/** Refusal of a secret that is not sent to `writeSecret`. */
export const secretElsewhere = '密钥值请用“更新密钥”写入'

const maxTextLength = 4000
const maxJsonLength = 65_536

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
/** Rejects keys that could pollute an object's prototype in careless merges. */
const hasForbiddenKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.keys(value).some((key) => forbiddenKeys.has(key)) || Object.values(value).some(hasForbiddenKey))

const jsonProblem = (value: unknown): string | undefined => {
  if (JSON.stringify(value).length > maxJsonLength) return t('JSON 最多 {maxJsonLength} 个字符', { maxJsonLength })
  if (hasForbiddenKey(value)) return t('JSON 中含有不允许的键名')
  return undefined
}

const problems: Record<ParameterKind, (value: unknown, options: readonly string[]) => string | undefined> = {
  string: (value) => {
    if (typeof value !== 'string') return t('请输入文本')
    return value.length > maxTextLength ? t('最多 {maxTextLength} 个字符', { maxTextLength }) : undefined
  },
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : t('请输入数字')),
  bool: (value) => (typeof value === 'boolean' ? undefined : t('请选择是或否')),
  enum: (value, options) => {
    if (options.length === 0) return t('请至少填写一个选项')
    return typeof value === 'string' && options.includes(value) ? undefined : t('请从选项中选择')
  },
  json: (value) => (typeof value === 'object' && value !== null ? jsonProblem(value) : t('请输入 JSON 对象或数组')),
  secret: (value) => (value === null || value === maskedSecret ? undefined : secretElsewhere),
}

/** Problem with a value of this kind, as a sentence for the form; undefined if valid. */
export const problemWithValue = (kind: ParameterKind, value: unknown, options: readonly string[]) =>
  problems[kind](value, options)

/** Free additional parameters: a JSON object. */
export const parameterTags = z.record(z.string().check(z.maxLength(64)), z.json(), '请输入 JSON 对象').check(
  z.superRefine((tags, context) => {
    const message = jsonProblem(tags)
    if (message) context.addIssue({ code: 'custom', message })
  }),
)
