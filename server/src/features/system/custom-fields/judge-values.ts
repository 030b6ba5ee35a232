import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import { type CustomInput, type CustomInputs, maxCustomText } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { messages } from '@atrium/contract/kernel/fields.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isVisibleLine } from '@atrium/contract/kernel/visible-text.ts'
import { createCache } from '../../../kernel/cache.ts'
import { isId } from '../../../kernel/ids.ts'
import { linearPattern } from '../../../kernel/linear-pattern.ts'
import { givenName } from '../../../kernel/texts/product-name.ts'
import type { StoredValues } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'

const largest = 1e15
const patterns = createCache<string, (text: string) => boolean>(500)
const matches = (pattern: string, text: string): boolean => {
  const known = patterns.get(pattern) ?? linearPattern(pattern)
  if (known) patterns.set(pattern, known)
  return known?.(text) ?? true
}
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toJSON()?.slice(0, 10) === day

type Check = (value: CustomInput, field: CustomField) => string | undefined
const text: Check = (value, { pattern }) => {
  if (typeof value !== 'string') return t('请输入文本')
  if (value.length > maxCustomText) return t('最多 {max} 个字符', { max: maxCustomText })
  if (!isVisibleLine(value)) return t('不能包含换行符或不可见字符')
  return pattern === '' || matches(pattern, value) ? undefined : t('格式不正确')
}
const number: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= largest ? undefined : messages.number
const money: Check = (value) => {
  if (number(value, {} as CustomField) !== undefined) return messages.number
  return Number((value as number).toFixed(2)) === value ? undefined : messages.decimal2
}
const date: Check = (value) => (typeof value === 'string' && isDay(value) ? undefined : t('日期不存在或格式不正确'))
const choice: Check = (value) => (typeof value === 'string' && value.length <= 40 ? undefined : t('请选择'))
const reference: Check = (value) => (typeof value === 'string' && isId(value) ? undefined : t('请选择'))
const yesNo: Check = (value) => (typeof value === 'boolean' ? undefined : t('请选择是或否'))

const checks: Readonly<Record<CustomField['kind'], Check>> = {
  text,
  number,
  money,
  date,
  choice,
  person: reference,
  organization: reference,
  switch: yesNo,
}

/** What a request changes of a row: values that it sets, and keys that it takes away. */
export type ValueChange = { readonly set: StoredValues; readonly removed: readonly string[] }
type Judged = ValueChange & { readonly errors: FieldError[] }

/** The place of a value in the body, as refusals name it. */
export const placeOf = (key: string) => `custom.${key}`
export const refusal = (key: string, msg: string): FieldError => ({ field: placeOf(key), msg })
const cleaned = (value: CustomInput | undefined): CustomInput => {
  const trimmed = typeof value === 'string' ? value.trim() : value
  return trimmed === '' || trimmed === undefined ? null : trimmed
}

/**
 * Judges the values of a request by their fields alone: no value of another row, and no row that one names. Takes the
 * fields by key, what the request sends, and what the row has; `isNew`: it needs a value for each required field.
 * `isKept`: the caller may not change the field, and sends back what was shown.
 */
export const judgeValues = (
  fields: readonly CustomField[],
  sent: CustomInputs,
  before: StoredValues,
  {
    isNew,
    isLimited,
    isKept,
  }: {
    isNew: boolean
    isLimited: (field: CustomField) => boolean
    isKept: (field: CustomField, value: CustomInput, before: CustomInput) => boolean
  },
): Judged => {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const errors: FieldError[] = []
  const set: Record<string, Exclude<CustomInput, null>> = {}
  const removed: string[] = []
  for (const key of Object.keys(sent))
    if (!byKey.has(key)) errors.push(refusal(key, customFieldsErrors.unknownField.msg))
  for (const field of fields) {
    const { key, kind, required } = field
    const isSent = Object.hasOwn(sent, key)
    const was = Object.hasOwn(before, key) ? (before[key] ?? null) : null
    const name = givenName(field.name)
    if (isLimited(field)) {
      const value = isSent ? cleaned(sent[key]) : null
      if (isSent && !isKept(field, value, was)) errors.push(refusal(key, t('您无权修改{name}', { name })))
      continue
    }
    if (!isSent && !isNew) continue
    const value = cleaned(sent[key])
    if (value === null) {
      if (required) errors.push(refusal(key, t('请填写{name}', { name })))
      else if (was !== null) removed.push(key)
      continue
    }
    // What is stored stays valid: the field may have other rules by now.
    if (value === was) continue
    const problem = checks[kind](value, field)
    if (problem === undefined) set[key] = value
    else errors.push(refusal(key, problem))
  }
  return { set, removed, errors }
}
