import type { ImportCounts } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import type { ConversionWords } from './convert-cells.ts'
import type { ConvertedRow } from './convert-rows.ts'
import type { ImportPlan } from './import-plan.ts'
import type { StoredRowOfImport } from './imports.repository.ts'
import { shownText } from './shown-text.ts'
import type { WrittenRow } from './write-rows.ts'

const maxShown = 200
/** A value as people read it. */
const shownValue = (
  { kind, dictionary, choices }: SheetField,
  value: unknown,
  { items }: ConversionWords,
  timeZone: string,
): string => {
  if (value === null || value === undefined || value === '') return ''
  const text = String(value)
  if (dictionary !== undefined) return items.get(dictionary)?.find(({ code }) => code === text)?.name ?? text
  if (choices) return choices[text] ?? text
  if (kind === 'datetime') return wallClock(timeZone, new Date(text))
  if (kind === 'bool') return value === true ? '是' : '否'
  return shownText(text, maxShown)
}

/** What was read of a field that its schema or its service refuses. */
const readText = ({ values, texts }: ConvertedRow, field: string) => {
  const value = texts[field] ?? values[field] ?? ''
  return typeof value === 'object' ? '' : shownText(String(value))
}

/** Rows of a check as they are stored and shown. In: the rows in the order in which they were written. */
export const toStoredRows = (
  rows: readonly WrittenRow[],
  { columns }: ImportPlan,
  words: ConversionWords,
  timeZone: string,
): StoredRowOfImport[] => {
  const titles = new Map(columns.map(({ field }) => [field.field, field.title]))
  return rows.map(({ converted, name, verdict, problems, entityId, versionBefore, before, changes }, position) => ({
    ...{ row: converted.row, position, name, verdict, versionBefore, before },
    // The row that a check has added is gone.
    ...{ entityId: verdict === 'new' ? null : entityId, versionAfter: null },
    write: { values: converted.values, names: converted.names },
    problems: problems.map(({ field, value, msg }) => ({
      ...{ field, msg, title: titles.get(field) ?? '' },
      value: value || readText(converted, field),
    })),
    changes: changes.map(({ field, before: former, after, was }) => ({
      ...{ field: field.field, title: field.title },
      before: was ?? shownValue(field, former, words, timeZone),
      after: converted.texts[field.field] ?? shownValue(field, after, words, timeZone),
    })),
  }))
}

export const countVerdicts = (rows: readonly Pick<StoredRowOfImport, 'verdict'>[]): ImportCounts => {
  const counts = { total: rows.length, new: 0, changed: 0, same: 0, refused: 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}
