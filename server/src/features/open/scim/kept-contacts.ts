import { phone as phoneField } from '@atrium/contract/kernel/fields.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { invalid, isObject, type Json, lowerNames, toFlag, toList, toText } from './scim-values.ts'

const listValues = (path: string, value: unknown): Json[] =>
  toList(value).map((each) => {
    if (typeof each === 'string') return { value: each }
    if (!isObject(each)) throw invalid(path, t('格式有误'))
    return lowerNames(each)
  })
const isPrimary = ({ primary }: Json) => toFlag(primary) === true
const toType = ({ type }: Json, otherwise: string) => String(type ?? otherwise).toLowerCase()

/** Of several values the one that is kept: the primary one, else the first, among those of the type or without one. */
const pickKept = (path: string, values: readonly Json[], type: string): string => {
  const fits = values.filter((each) => toType(each, type) === type)
  return toText(path, (fits.find(isPrimary) ?? fits[0])?.value)
}
/** Work mail first; a directory that only has other mail has them sign in by that. Empty: none is kept. */
export const keptMail = (path: string, value: unknown): string => {
  const values = listValues(path, value)
  return pickKept(path, values, 'work') || pickKept(path, values.filter(isPrimary), 'other')
}
const mobile = /^(?:\+|00)?86(1\d{10})$/
/** A mobile number without its dialling code. Empty: none is kept. */
export const keptPhone = (path: string, value: unknown): string => {
  const dialled = pickKept(path, listValues(path, value), 'mobile').replace(/^tel:|[\s().-]/g, '')
  const number = mobile.exec(dialled)?.[1] ?? dialled
  if (number !== '' && !phoneField.safeParse(number).success) throw invalid(path, t('仅支持中国大陆手机号'))
  return number
}

/** Whether a removal names a value: by all that it says of it. */
export const isNamed = (path: string, value: unknown, kept: { type: string; value: string }): boolean =>
  listValues(path, value).some(
    (each) =>
      toType(each, kept.type) === kept.type &&
      (each.value === undefined || toText(path, each.value).toLowerCase() === kept.value.toLowerCase()),
  )
