import type { ExcelColumn } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { ImportableField } from './importable-fields.ts'

const texts = ['title', 'note', 'example'] as const

const mapTexts = (
  column: ExcelColumn,
  fields: readonly ImportableField[],
  map: (text: string, own: string) => string,
): ExcelColumn => {
  const own = fields.find(({ field }) => field === column.field)?.column
  if (!own) return column
  const mapped = texts.map((name) => [name, map(column[name], own[name])] as const)
  return { ...column, ...Object.fromEntries(mapped) }
}

/** A column whose texts are in the language of the call, as far as they are those of its field. */
export const inLanguage = (column: ExcelColumn, fields: readonly ImportableField[]): ExcelColumn =>
  mapTexts(column, fields, (text, own) => (text === own ? t(own) : text))

/** A column as it is stored: texts of its field that came in the language of the call are its own again. */
export const toSource = (column: ExcelColumn, fields: readonly ImportableField[]): ExcelColumn =>
  mapTexts(column, fields, (text, own) => (text === t(own) ? own : text))
