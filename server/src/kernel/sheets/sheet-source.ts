import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ExportedField, Sheet, SheetFields } from '@atrium/contract/kernel/sheet.ts'
import type { FieldMasks } from '../restrictions.ts'
import type { Cell } from '../workbooks/workbook.ts'
import type { BatchWriter } from './batch-writer.ts'
import type { FieldValues, ImportedRows } from './imported-rows.ts'
import type { Clock } from './sheet-clock.ts'

/** A row's cell for each field that is exported. */
export type SheetCells<Row, F extends SheetFields> = {
  readonly [N in ExportedField<F>]: (row: Row, clock: Clock) => Cell
}

/** What can be exported of an entity, and imported: a feature declares it beside its routes. */
export type SheetSource<Row = never> = {
  readonly sheet: Sheet
  /** The export, whose permission opens it. */
  readonly exports: Endpoint
  /** Whose schemas and permissions judge imported rows; absent for what is only exported. */
  readonly writes?: {
    readonly create: Endpoint
    readonly update: Endpoint
    /** Takes back an imported row. */
    readonly remove?: Endpoint
    /** Absent: its rows cannot be imported yet. */
    readonly rows?: ImportedRows
    /** Writes batches of its rows instead, for entities with a hundred thousand rows. */
    readonly batchWriter?: BatchWriter
    /** Makes the body of a request of what cells hold, where that is more than one value a field. */
    readonly fit?: (body: FieldValues) => FieldValues
  }
  readonly cells: Readonly<Record<string, (row: Row, clock: Clock) => Cell>>
  /** Masks of columns for callers with restricted fields. */
  readonly masks?: FieldMasks
}

/** Joins the declared parts, so that a column without a cell does not compile. */
export const defineSource = <Row, F extends SheetFields>(
  source: Omit<SheetSource<Row>, 'sheet' | 'cells'> & { sheet: Sheet<F>; cells: SheetCells<Row, F> },
): SheetSource<Row> => source
