import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { exportedFields, type SheetField, type SheetFieldKind } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../scope.ts'
import { productName } from '../texts/product-name.ts'
import type { Cell, Column, ColumnFormat } from '../workbooks/workbook.ts'
import type { Clock } from './sheet-clock.ts'
import type { SheetSource } from './sheet-source.ts'

const formats: Readonly<Record<SheetFieldKind, ColumnFormat>> = {
  text: 'text',
  number: 'general',
  decimal2: 'decimal2',
  percent: 'percent',
  date: 'date',
  datetime: 'datetime',
  phone: 'text',
  mail: 'text',
  idcard: 'text',
  dict: 'text',
  ref: 'text',
  choice: 'text',
  bool: 'general',
}
/** How a column of this kind shows its values. */
export const pickFormat = (kind: SheetFieldKind): ColumnFormat => formats[kind]

const widths: Partial<Record<SheetFieldKind, number>> = { number: 10, datetime: 20, date: 12, bool: 8, idcard: 22 }
/** Width of a field's column, in characters. */
const pickWidth = ({ width, kind }: SheetField): number => width ?? widths[kind] ?? 16

export type ShownColumn<Row> = SheetField & { readonly cell: (row: Row, clock: Clock) => Cell }

/**
 * The columns that the caller may see, in the order asked for, all by default. A hidden field has no column; a masked
 * one shows what its mask leaves.
 */
export const shownColumns = <Row>(
  { sheet, cells, masks = {} }: SheetSource<Row>,
  restricted: Restrictions | undefined,
  wanted: readonly string[] = exportedFields(sheet),
): ShownColumn<Row>[] =>
  [...new Set(wanted)].flatMap((name) => {
    const field = sheet.fields[name]
    const cell = cells[name]
    if (!field || !cell) return []
    const effect = field.restriction === undefined ? undefined : restricted?.[field.restriction]
    if (effect === 'hide') return []
    const mask = field.restriction === undefined ? undefined : masks[field.restriction]
    if (effect !== 'mask' || !restricted) return [{ ...field, cell }]
    // A field without a mask is not shown where it would be masked.
    return [{ ...field, cell: (row: Row, clock: Clock) => (mask ? (mask(cell(row, clock), restricted) as Cell) : '') }]
  })

export const toColumn = (field: SheetField): Column => ({
  title: t(field.title),
  width: pickWidth(field),
  format: pickFormat(field.kind),
})

type Items = ReadonlyMap<string, readonly { code: string; name: string }[]>
const isWord = (cell: Cell, { choices = {} }: SheetField): cell is string =>
  typeof cell === 'string' && Object.values(choices).includes(cell)
/**
 * A column with the words of its choices in the language of the call, and one of a dictionary with labels for codes; a
 * code without item stays.
 */
export const labelled = <Row>(column: ShownColumn<Row>, items: Items): ShownColumn<Row> => {
  if (column.choices)
    return {
      ...column,
      cell: (row, clock) => {
        const cell = column.cell(row, clock)
        return isWord(cell, column) ? t(cell) : cell
      },
    }
  if (column.dictionary === undefined) return column
  const labels = new Map(items.get(column.dictionary)?.map(({ code, name }) => [code, productName(name)]))
  return {
    ...column,
    cell: (row, clock) => {
      const code = String(column.cell(row, clock) ?? '')
      return labels.get(code) ?? code
    },
  }
}

/** A column that a company has added to the sheets of an entity, as a caller sees it. */
export type AddedColumn = {
  /** Place of the value in requests: `custom.<key>`. */
  readonly name: string
  readonly field: SheetField
  /** Needed to add a row. */
  readonly required: boolean
  /** No value twice. */
  readonly unique: boolean
  readonly maxLength: number | null
  /** The caller may change it. */
  readonly isWritable: boolean
}
/** Cells of a row by the name of the column. */
export type AddedCells = Readonly<Record<string, Cell>>
type Reader = { db: Db; actor: Actor }

/** Columns of exports behind those that an entity declares. */
export type ExportedColumns = {
  /** Those that the caller sees, in their order; none for an entity without. Takes the noun of the entity. */
  list(reader: Reader, entity: string): Promise<readonly AddedColumn[]>
  /** Cells of rows, by id, masked as the caller sees them. */
  cells(reader: Reader, entity: string, ids: readonly string[]): Promise<ReadonlyMap<string, AddedCells>>
  /** What stands for ids in the filter of an export, by filter. */
  filterNames?(reader: Reader, filter: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>>
}

/** Columns that companies add to sheets, behind those that an entity declares. */
export type AddedColumns = ExportedColumns & {
  /** A source whose imports find, write and take back what stands in the added columns. */
  imported(source: SheetSource): SheetSource
}
