import type { ImportCounts, ImportRow } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import { maskedIdCard } from '../../../../kernel/masked.ts'
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
  if (kind === 'bool') return value === true ? '是' : '否'
  // Shown in full nowhere.
  if (kind === 'idcard') return maskedIdCard(text)
  return shownText(text, maxShown)
}

/** What was read of a field that its schema or its service refuses. */
const readText = ({ values, texts }: ConvertedRow, field: string) => {
  const value = texts[field] ?? values[field] ?? ''
  return shownText(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/**
 * Rows of a check as they are stored and shown. Takes the rows in the order in which they were written, and the place
 * of the first one in it.
 */
export const toStoredRows = (
  rows: readonly WrittenRow[],
  { columns }: ImportPlan,
  words: ConversionWords,
  from = 0,
): StoredRowOfImport[] => {
  const titles = new Map(columns.map(({ field }) => [field.field, field.title]))
  return rows.map(({ converted, name, verdict, problems, entityId, versionBefore, before, changes }, at) => ({
    row: converted.row,
    position: from + at,
    name,
    verdict,
    versionBefore,
    before,
    // The row that a check has added is gone.
    entityId: verdict === 'new' ? null : entityId,
    versionAfter: null,
    write: { values: converted.values, names: converted.names },
    problems: problems.map(({ field, value, msg }) => ({
      field,
      msg,
      title: titles.get(field) ?? '',
      value: value || readText(converted, field),
    })),
    changes: changes.map(({ field, before: former, after, was }) => ({
      field: field.field,
      title: field.title,
      before: was ?? shownValue(field, former, words),
      after: converted.texts[field.field] ?? shownValue(field, after, words),
    })),
  }))
}

/** What a new row will hold, by field: most rows of a large file are new. */
export const newValues = (changes: StoredRowOfImport['changes']): StoredRowOfImport['changes'] =>
  Array.isArray(changes) ? Object.fromEntries(changes.map(({ field, after }) => [field, after])) : changes
/** The same as it is shown, in the order of the fields. */
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

export const countVerdicts = (rows: readonly Pick<StoredRowOfImport, 'verdict'>[]): ImportCounts => {
  const counts = { total: rows.length, new: 0, changed: 0, same: 0, refused: 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}
