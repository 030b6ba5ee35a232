import { jsonText } from '../../ui/json-text.ts'
import { t } from '../../ui/texts.ts'

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Returns the named fields whose values differ; all empty values count as equal. */
export const differingFields = (fields: readonly string[], one: Values, other: Values): string[] =>
  fields.filter(
    (field) => !(isEmpty(one[field]) && isEmpty(other[field])) && jsonText(one[field]) !== jsonText(other[field]),
  )

/** Returns only the named fields. */
export const onlyFields = (fields: readonly string[], values: Values): Record<string, unknown> =>
  Object.fromEntries(fields.filter((field) => field in values).map((field) => [field, values[field]]))

/** Formats a value for the comparison of two versions. */
export const plainText = (value: unknown): string => {
  if (isEmpty(value)) return t('（空）')
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  return typeof value === 'string' ? value : jsonText(value)
}
