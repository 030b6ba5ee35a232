import type { ExcelColumn } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { clausesText, labelledText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { SheetOptions } from '../../../kernel/sheets/sheet-options.ts'
import { columnLetters } from '../../../kernel/workbooks/references.ts'
import type { Bounds, InputCheck, Rule } from '../../../kernel/workbooks/workbook.ts'
import type { ImportableField } from './importable-fields.ts'

/** Rows in which a value that may stand there once is looked for: a formula per cell over a million would be slow. */
const comparedRows = 5000

const within = <Value>(min: Value | null, max: Value | null): Bounds<Value> | undefined => {
  if (min !== null && max !== null) return { min, max }
  if (min !== null) return { min }
  return max === null ? undefined : { max }
}
const rangeText = (unit: string, min: number | null, max: number | null) => {
  if (min !== null && max !== null) return t('{min} 至 {max}{unit}', { min, max, unit })
  if (min !== null) return t('不小于 {min}{unit}', { min, unit })
  return max === null ? '' : t('最多 {max}{unit}', { max, unit })
}
const kindTexts: Partial<Record<ImportableField['kind'], string>> = {
  number: '数字',
  decimal2: '数字，最多两位小数',
  percent: '百分比',
  date: '日期，例如 2026-11-26',
  datetime: '时间，例如 2026-11-26 09:30:00',
}

/** What may be entered, in sentences. */
export const listRequirements = (
  column: ExcelColumn,
  field: ImportableField,
  options: SheetOptions | undefined,
): string[] =>
  [
    column.required ? t('必填') : '',
    t(kindTexts[field.kind] ?? ''),
    rangeText(t(' 个字符'), column.minLength, column.maxLength),
    rangeText('', column.min, column.max),
    column.pattern ? t('格式符合 {pattern}', { pattern: column.pattern }) : '',
    column.unique ? t('不可重复') : '',
    column.default ? t('不填时为“{default}”', { default: column.default }) : '',
    options ? t('从下拉列表选择') : '',
    field.reference?.many ? t('多个用“、”分隔') : '',
  ].filter((text) => text !== '')

const uniqueFormula = ({ minLength, maxLength }: ExcelColumn, at: number) => {
  const letters = columnLetters(at)
  const parts = [
    // COUNTIF takes `>100` and `*` for what they are.
    `SUMPRODUCT(--($${letters}$2:$${letters}$${comparedRows + 1}={cell}))<=1`,
    ...(minLength === null ? [] : [`LEN({cell})>=${minLength}`]),
    ...(maxLength === null ? [] : [`LEN({cell})<=${maxLength}`]),
  ]
  return parts.length === 1 ? (parts[0] ?? '') : `AND(${parts.join(',')})`
}
const numberRule = ({ min, max }: ExcelColumn, { kind }: ImportableField): Rule => {
  const bounds = within(min, max)
  if (!bounds) return { kind: 'formula', formula: 'ISNUMBER({cell})' }
  return {
    kind:
      kind === 'number' && [min, max].every((each) => each === null || Number.isInteger(each)) ? 'integer' : 'decimal',
    ...bounds,
  }
}

/**
 * Takes where the columns are, by field.
 * @returns undefined if anything may be entered
 */
const toRule = (
  column: ExcelColumn,
  field: ImportableField,
  options: SheetOptions | undefined,
  places: ReadonlyMap<string, number>,
): Rule | undefined => {
  if (options instanceof Map) {
    const on = places.get(field.reference?.within ?? '')
    return on === undefined ? undefined : { kind: 'dependentList', on, values: options }
  }
  if (options) return { kind: 'list', values: options as readonly string[] }
  if (column.unique) return { kind: 'formula', formula: uniqueFormula(column, places.get(column.field) ?? 0) }
  if (['number', 'decimal2', 'percent'].includes(field.kind)) return numberRule(column, field)
  if (field.kind === 'date' || field.kind === 'datetime') return { kind: 'date', min: '1900-01-01', max: '9999-12-31' }
  const bounds = within(column.minLength, column.maxLength)
  return bounds && { kind: 'length', ...bounds }
}

/** The input check of a column. */
export const toCheck = (
  column: ExcelColumn,
  field: ImportableField,
  options: SheetOptions | undefined,
  places: ReadonlyMap<string, number>,
): InputCheck | undefined => {
  const rule = toRule(column, field, options, places)
  const text = clausesText(listRequirements(column, field, options))
  return (
    rule && {
      rule,
      refusal: labelledText(`“${column.title}”`, text),
      // Several entries are no entry of the list.
      lenient: field.reference?.many === true,
    }
  )
}
