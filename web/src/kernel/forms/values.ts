import { jsonText } from '../../ui/json-text.ts'

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** The fields in which two sets of values differ, of those named; what is empty is empty, however that is said. */
export const differingFields = (fields: readonly string[], one: Values, other: Values): string[] =>
  fields.filter(
    (field) => !(isEmpty(one[field]) && isEmpty(other[field])) && jsonText(one[field]) !== jsonText(other[field]),
  )

/** The named fields alone. */
export const onlyFields = (fields: readonly string[], values: Values): Record<string, unknown> =>
  Object.fromEntries(fields.filter((field) => field in values).map((field) => [field, values[field]]))

/** A value as a person reads it where two versions stand side by side. */
export const plainText = (value: unknown): string => {
  if (isEmpty(value)) return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? value : jsonText(value)
}
