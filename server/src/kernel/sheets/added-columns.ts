import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../scope.ts'
import type { Cell } from '../workbooks/workbook.ts'
import type { SheetSource } from './sheet-source.ts'

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

/** Columns that companies add to sheets, behind those that an entity declares. */
export type AddedColumns = {
  /** Those that the caller sees, in their order; none for an entity without. Takes the noun of the entity. */
  list(reader: Reader, entity: string): Promise<readonly AddedColumn[]>
  /** Cells of rows, by id, masked as the caller sees them. */
  cells(reader: Reader, entity: string, ids: readonly string[]): Promise<ReadonlyMap<string, AddedCells>>
  /** A source whose imports find, write and take back what stands in the added columns. */
  imported(source: SheetSource): SheetSource
}
