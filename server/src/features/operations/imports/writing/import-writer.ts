import type { Job, JobRun, UndoData } from '../../../../kernel/jobs/define-job.ts'
import type { Expected, WrittenRow } from '../checking/prepare-row.ts'
import type { ImportPlan, Writes } from '../import-plan.ts'
import type { Turn } from '../import-run.ts'
import type { ImportKey, StoredRowOfImport } from '../imports.repository.ts'
import type { ConvertedRow } from '../reading/convert-rows.ts'

/** Rows after their turn, in the order in which they are written; refused ones among them. */
export type RowsTurn = (turn: Turn, plan: ImportPlan, rows: readonly ConvertedRow[]) => Promise<WrittenRow[]>
/** The same for rows that a check has judged, with what it has found them to be. */
export type WriteRows = (
  turn: Turn,
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
  expected: Expected,
) => Promise<WrittenRow[]>

/** A row that is taken back in transactions of its own, and the run that does so. */
export type LoneRow = {
  readonly transact: JobRun<UndoData>['transact']
  readonly row: StoredRowOfImport
  readonly writes: Writes
  readonly key: ImportKey
  readonly actor: Turn['actor']
}

/**
 * How rows of an entity are judged, written and taken back: by its endpoints one by one, or by its batch writer. Reading,
 * storing, outcomes, audit rows, counts and resumption are the same for both.
 */
export type ImportWriter = {
  /** Rows that its transactions can see. */
  readonly reach: Job['reach']
  /** Rows of a file at most. */
  readonly maxRows: number
  /** Rows of one transaction, in a check, in an import, and while it is taken back. */
  readonly batchRows: { readonly judged: number; readonly written: number }
  /** Begins a check: rows are judged in the order of the file, and what earlier ones have taken is remembered. */
  createJudge(writes: Writes): RowsTurn
  /** Begins an import. */
  prepareWrite(writes: Writes): Promise<WriteRows>
  /**
   * Takes rows back, the last one first.
   * @returns why a row is kept, by its number; nothing for those that were taken back
   */
  takeBack(turn: Turn, writes: Writes, rows: readonly StoredRowOfImport[]): Promise<ReadonlyMap<number, string>>
  /** Whether a row is taken back by `takeBackAlone`. */
  isAlone(writes: Writes, row: StoredRowOfImport): boolean
  /**
   * Takes a row back in a transaction that stores its outcome.
   * @returns why it is kept; empty once it is taken back
   */
  takeBackAlone(lone: LoneRow): Promise<string>
}
