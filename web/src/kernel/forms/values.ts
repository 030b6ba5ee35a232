import { jsonText } from '../../ui/json-text.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields in which two sets of values differ, of those named. */
export const differingFields = (fields: readonly string[], one: Values, other: Values): string[] =>
  fields.filter((field) => jsonText(one[field]) !== jsonText(other[field]))

/** The named fields alone. */
export const onlyFields = (fields: readonly string[], values: Values): Record<string, unknown> =>
  Object.fromEntries(fields.filter((field) => field in values).map((field) => [field, values[field]]))

/** A value as a person reads it where two versions stand side by side. */
export const plainText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? value : jsonText(value)
}
