import * as z from 'zod/mini'

export const parameterKinds = ['string', 'number', 'bool', 'enum', 'json', 'secret'] as const
export type ParameterKind = (typeof parameterKinds)[number]

/** What a secret looks like to everybody, once it has a value. */
export const maskedSecret = '******'

const maxText = 4000
const maxJson = 65_536

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
/** Keys that could reach an object's prototype when somebody merges the value carelessly (threat T27). */
const hasForbiddenKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.keys(value).some((key) => forbiddenKeys.has(key)) || Object.values(value).some(hasForbiddenKey))

const jsonProblem = (value: unknown): string | undefined => {
  if (JSON.stringify(value).length > maxJson) return `JSON 最多 ${maxJson} 个字符`
  if (hasForbiddenKey(value)) return 'JSON 中含有不允许的键名'
  return undefined
}

const problems: Record<ParameterKind, (value: unknown, options: readonly string[]) => string | undefined> = {
  string: (value) => {
    if (typeof value !== 'string') return '请输入文本'
    return value.length > maxText ? `最多 ${maxText} 个字符` : undefined
  },
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : '请输入数字'),
  bool: (value) => (typeof value === 'boolean' ? undefined : '请选择是或否'),
  enum: (value, options) => {
    if (options.length === 0) return '请至少填写一个选项'
    return typeof value === 'string' && options.includes(value) ? undefined : '请从选项中选择'
  },
  json: (value) => (typeof value === 'object' && value !== null ? jsonProblem(value) : '请输入 JSON 对象或数组'),
  secret: (value) => (value === null || value === maskedSecret ? undefined : '密钥值请用“更新密钥”写入'),
}

/** Why this value cannot be kept under this kind, as a sentence for the form; undefined when it can. */
export const problemWithValue = (kind: ParameterKind, value: unknown, options: readonly string[]) =>
  problems[kind](value, options)

/** Free additional parameters (spec §3, "tags (other parameters)"): a JSON object. */
export const parameterTags = z.record(z.string().check(z.maxLength(64)), z.json(), '请输入 JSON 对象').check(
  z.superRefine((tags, context) => {
    const message = jsonProblem(tags)
    if (message) context.addIssue({ code: 'custom', message })
  }),
)
