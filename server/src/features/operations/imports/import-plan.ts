import type { ExcelColumn, ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type { MappedColumn } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { linearPattern } from '../../../kernel/linear-pattern.ts'
import { AppError, refusalAt } from '../../../kernel/scope.ts'
import type { BatchWriter } from '../../../kernel/sheets/batch-writer.ts'
import type { ImportedRows } from '../../../kernel/sheets/imported-rows.ts'
import type { SheetSource } from '../../../kernel/sheets/sheet-source.ts'
import { assertKeys, type FoundTemplate, type ImportableField, visibleColumns } from '../excels/index.ts'

export type Writes = NonNullable<SheetSource['writes']>
/** A column of the file that is imported, with what its template requires. */
export type PlannedColumn = {
  readonly column: number
  readonly field: ImportableField
  readonly rule: ExcelColumn
  /** Whether a text has the form that the template asks for. */
  readonly matches: ((text: string) => boolean) | undefined
}
/** How a file becomes rows of its entity. */
export type ImportPlan = {
  readonly source: SheetSource
  readonly writes: Writes
  readonly columns: readonly PlannedColumn[]
  readonly mode: ExcelMode
  readonly keys: readonly string[]
}
type Chosen = { mapping: readonly MappedColumn[]; mode: ExcelMode; keys: readonly string[] }

const missing = (spec: ErrorSpec, fields: readonly { title: string }[]) =>
  refusalAt(
    { code: spec.code, msg: labelledText(t(spec.msg), listText(fields.map(({ title }) => t(title)))) },
    'columns',
  )

/**
 * What writes the rows of an entity.
 * @throws `notImportable`
 */
export const getWrites = ({ writes }: SheetSource): Writes => {
  if (!writes?.rows && !writes?.batchWriter) throw new AppError(importsErrors.notImportable)
  return writes
}
/**
 * The same by the entity's name.
 * @throws `notImportable`
 */
export const findWrites = (sources: readonly SheetSource[], entity: string): Writes => {
  const source = sources.find(({ sheet }) => sheet.entity === entity)
  if (!source) throw new AppError(importsErrors.notImportable)
  return getWrites(source)
}
/**
 * What finds the rows of an entity whose endpoints write them one by one.
 * @throws `notImportable`
 */
export const getImportedRows = ({ rows }: Writes): ImportedRows => {
  if (!rows) throw new AppError(importsErrors.notImportable)
  return rows
}
/**
 * What writes batches of them.
 * @throws `notImportable`
 */
export const getBatchWriter = ({ batchWriter }: Writes): BatchWriter => {
  if (!batchWriter) throw new AppError(importsErrors.notImportable)
  return batchWriter
}

/** The calls that an import makes, which its caller must be allowed. */
export const listCalls = ({ writes }: SheetSource, mode: ExcelMode): Endpoint[] =>
  writes ? [...(mode === 'update' ? [] : [writes.create]), ...(mode === 'insert' ? [] : [writes.update])] : []
/** The same by the entity's name; none for an unknown one. */
export const callsFor = (
  sources: readonly SheetSource[],
  { entity, mode }: { entity: string; mode: ExcelMode },
): Endpoint[] => sources.filter(({ sheet }) => sheet.entity === entity).flatMap((source) => listCalls(source, mode))

/**
 * Plans an import as its caller has chosen it, with what they may see and change now.
 * @throws `notImportable`, `noSuchField`, `fieldTwice`, `noSuchKey`, `keyMissing`, `fieldMissing`
 */
export const planImport = (
  { template, source, fields }: FoundTemplate,
  { mapping, mode, keys }: Chosen,
): ImportPlan => {
  const writes = getWrites(source)
  const rules = visibleColumns(template, fields)
  const columns = mapping
    .filter(({ field }) => field !== '')
    .map(({ column, field: name }, at): PlannedColumn => {
      const field = fields.find((each) => each.field === name)
      if (!field) throw refusalAt(importsErrors.noSuchField, `columns.${at}.field`)
      const rule = rules.find((each) => each.field === name) ?? field.column
      return { column, field, rule, matches: rule.pattern === '' ? undefined : linearPattern(rule.pattern) }
    })
  const names = columns.map(({ field }) => field.field)
  const second = names.findIndex((name, at) => names.indexOf(name) < at)
  if (second >= 0) throw refusalAt(importsErrors.fieldTwice, `columns.${second}.field`)
  assertKeys(source.sheet, fields, { mode, keys })
  const unmapped = (wanted: (field: ImportableField) => boolean) =>
    fields.filter((field) => wanted(field) && !names.includes(field.field))
  const keyless = unmapped(({ field }) => keys.includes(field))
  // Without a column, the part of a key is empty: an organisation without one above it.
  if (keyless.some(({ required }) => required)) throw missing(importsErrors.keyMissing, keyless)
  const needed = mode === 'update' ? [] : unmapped(({ required }) => required)
  if (needed.length > 0) throw missing(importsErrors.fieldMissing, needed)
  return { source, writes, columns, mode, keys }
}
