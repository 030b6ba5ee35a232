import type { ExcelColumn } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { excelsErrors } from '@atrium/contract/features/operations/excels/excels.errors.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type { Sheet } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { linearPattern } from '../../../kernel/linear-pattern.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import type { ImportableField } from './importable-fields.ts'

const refuseTwice = (values: readonly string[], at: (index: number) => never) => {
  const second = values.findIndex((value, index) => values.indexOf(value) < index)
  if (second >= 0) at(second)
}

/** Throws `noSuchField`, `fieldTwice`, `titleTwice`, `boundsReversed`, `badPattern` and `fieldMissing` at the column. */
export const assertColumns = (
  columns: readonly ExcelColumn[],
  fields: readonly ImportableField[],
  mode: 'insert' | 'upsert' | 'update',
): void => {
  const unknown = columns.findIndex(({ field }) => !fields.some((each) => each.field === field))
  if (unknown >= 0) throw refusalAt(excelsErrors.noSuchField, `columns.${unknown}.field`)
  refuseTwice(
    columns.map(({ field }) => field),
    (at) => {
      throw refusalAt(excelsErrors.fieldTwice, `columns.${at}.field`)
    },
  )
  refuseTwice(
    columns.map(({ title }) => title.toLowerCase()),
    (at) => {
      throw refusalAt(excelsErrors.titleTwice, `columns.${at}.title`)
    },
  )
  for (const [at, { min, max, minLength, maxLength, pattern }] of columns.entries()) {
    if (min !== null && max !== null && max < min) throw refusalAt(excelsErrors.boundsReversed, `columns.${at}.max`)
    if (minLength !== null && maxLength !== null && maxLength < minLength)
      throw refusalAt(excelsErrors.boundsReversed, `columns.${at}.maxLength`)
    if (pattern !== '' && !linearPattern(pattern)) throw refusalAt(excelsErrors.badPattern, `columns.${at}.pattern`)
  }
  if (mode === 'update') return
  const missing = fields.find(({ field, required }) => required && !columns.some((each) => each.field === field))
  if (missing)
    throw refusalAt(
      { ...excelsErrors.fieldMissing, msg: labelledText(t(excelsErrors.fieldMissing.msg), t(missing.title)) },
      'columns',
    )
}

/** Throws `noSuchKey` at the field unless the keys are one of the entity's sets; adding alone needs none. */
export const assertKeys = (
  { keys: sets = [] }: Sheet,
  fields: readonly ImportableField[],
  { mode, keys }: { mode: 'insert' | 'upsert' | 'update'; keys: readonly string[] },
): void => {
  if (mode === 'insert' && keys.length === 0) return
  const isSet = sets.some((set) => set.length === keys.length && set.every((key) => keys.includes(key)))
  // A field that the caller may not see would be probed by it.
  const isVisible = keys.every((key) => fields.some(({ field }) => field === key))
  if (!isSet || !isVisible) throw refusalAt(excelsErrors.noSuchKey, 'keys')
}
