import type { ImportCounts, ImportRow } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { maskedIdCard } from '../../../../kernel/masked.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import type { FieldValues } from '../../../../kernel/sheets/imported-rows.ts'
import type { ImportPlan } from '../import-plan.ts'
import type { NewValues, StoredRowOfImport } from '../imports.repository.ts'
import type { ConversionWords } from '../reading/convert-cells.ts'
import type { ConvertedRow } from '../reading/convert-rows.ts'
import { shownText } from '../reading/shown-text.ts'
import type { WrittenRow } from './prepare-row.ts'

const maxShown = 200
/** A value as people read it. */
const shownValue = (
  { kind, dictionary, choices }: SheetField,
  value: unknown,
  { items, clock }: ConversionWords,
): string => {
  if (value === null || value === undefined || value === '') return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (dictionary !== undefined) return items.get(dictionary)?.find(({ code }) => code === text)?.name ?? text
  if (choices) return choices[text] ?? text
  if (kind === 'datetime') return clock(text)
  if (kind === 'bool') return value === true ? t('是') : t('否')
  // Shown in full nowhere.
  if (kind === 'idcard') return maskedIdCard(text)
  return shownText(text, maxShown)
}

/** What was read of a field that its schema or its service refuses. */
const readText = ({ values, texts }: ConvertedRow, field: string) => {
  const value = texts[field] ?? values[field] ?? ''
  return shownText(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** ID card numbers are sealed in what is stored until it is written. */
const mapIdCards = ({ columns }: ImportPlan, values: FieldValues, map: (text: string) => string) => {
  const written = { ...values }
  for (const { field } of columns) {
    const value = field.kind === 'idcard' ? written[field.field] : undefined
    if (typeof value === 'string') written[field.field] = map(value)
  }
  return written
}

/** What a new row will hold, by field: most rows of a large file are new. */
const toNewValues = (changes: ImportRow['changes']): NewValues =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after]))

type Place = {
  readonly plan: ImportPlan
  readonly words: ConversionWords
  /** The place of the first row in the order in which they are written. */
  readonly from: number
}
/**
 * Rows of a check as they are stored and shown, in the order in which they are written. What a row was before is
 * remembered when it is written.
 */
export const toStoredRows = (
  secrets: Secrets,
  rows: readonly WrittenRow[],
  { plan, words, from }: Place,
): StoredRowOfImport[] => {
  const { columns } = plan
  const titles = new Map(columns.map(({ field }) => [field.field, field.title]))
  return rows.map(({ converted, name, verdict, problems, entityId, versionBefore, changes }, at) => {
    const shown = changes.map(({ field, before, after, was }) => ({
      field: field.field,
      title: field.title,
      before: was ?? shownValue(field, before, words),
      after: converted.texts[field.field] ?? shownValue(field, after, words),
    }))
    return {
      row: converted.row,
      position: from + at,
      name,
      verdict,
      versionBefore,
      before: null,
      // The row that a check has added is gone.
      entityId: verdict === 'new' ? null : entityId,
      versionAfter: null,
      write: { values: mapIdCards(plan, converted.values, secrets.seal), names: converted.names },
      problems: problems.map(({ field, value, msg }) => ({
        field,
        msg,
        title: titles.get(field) ?? '',
        value: value || readText(converted, field),
      })),
      changes: verdict === 'new' ? toNewValues(shown) : shown,
    }
  })
}

/** A row of a check as it is written. */
export const toConvertedRow = (
  secrets: Secrets,
  plan: ImportPlan,
  { row, write }: StoredRowOfImport,
): ConvertedRow => ({
  row,
  names: write.names,
  masked: [],
  texts: {},
  problems: [],
  values: mapIdCards(plan, write.values, secrets.unseal),
})

/** Changes of a row as they are shown, those of a new one in the order of the fields, as their columns stand. */
export const shownChanges = (
  changes: StoredRowOfImport['changes'],
  fields: readonly { field: string; title: string }[],
): ImportRow['changes'] => {
  if (Array.isArray(changes)) return changes
  const values = changes as NewValues
  return fields.flatMap(({ field, title }) =>
    values[field] === undefined ? [] : [{ field, title, before: '', after: values[field] }],
  )
}

/** Rows that keep what their cells show a part of. */
export const countMasked = (rows: readonly Pick<WrittenRow, 'converted' | 'verdict'>[]): number =>
  rows.filter(({ converted, verdict }) => verdict !== 'refused' && converted.masked.length > 0).length

export const noCounts: ImportCounts = { total: 0, new: 0, changed: 0, same: 0, refused: 0 }
export const countVerdicts = (rows: readonly Pick<StoredRowOfImport, 'verdict'>[]): ImportCounts => {
  const counts = { ...noCounts, total: rows.length }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}
export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  total: one.total + other.total,
  new: one.new + other.new,
  changed: one.changed + other.changed,
  same: one.same + other.same,
  refused: one.refused + other.refused,
})
