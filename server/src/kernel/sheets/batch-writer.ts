import type * as z from 'zod/mini'
import type { BatchAudit } from '../jobs/define-job.ts'
import type { AppError } from '../scope.ts'
import type { FieldValues, ImportedRows, StoredRow } from './imported-rows.ts'

type Reader = Parameters<ImportedRows['byIds']>[0]
/** A row as the schema of its endpoint has taken it: a new one, or a change of a stored one. */
export type RowWrite = { readonly row: number; readonly stored: StoredRow | undefined; readonly body: unknown }
/** A written row, or all that refuses it. */
export type WriteResult = { readonly id: string; readonly version: number } | { readonly refusals: readonly AppError[] }
/** A row that an import has written, to be taken back. */
export type RowToTakeBack = {
  readonly row: number
  readonly id: string
  readonly version: number
  /** What was remembered of a changed row; null for an added one. */
  readonly before: FieldValues | null
  /** The fields that it has changed. */
  readonly fields: readonly string[]
}
/** One transaction of a run, and what is left to do at its end. */
export type WriteBatch = Reader & {
  /** Audit rows; written at the end, as they lock the company's log. */
  readonly audited: BatchAudit[]
  /** Runs after the commit. */
  readonly after: (() => void)[]
}
/** Judges rows: all that refuses each, by its number. What earlier rows have taken is remembered between calls. */
export type JudgeWrites = (
  reader: Reader,
  writes: readonly RowWrite[],
) => Promise<ReadonlyMap<number, readonly AppError[]>>

/**
 * Judges and writes many rows of an entity at once, a handful of statements for a thousand of them, with the rules that
 * its endpoints apply to one. The transaction has platform reach; ids and values of another company find nothing.
 */
export type BatchWriter = {
  /** What cells hold, by the path of each field: bodies of requests may have another form. */
  readonly shape: z.ZodMiniType
  /** Fields that an added row keeps. */
  readonly fixed: readonly string[]
  /**
   * The body of a request, in: values in the form of `shape`; for a change those of the stored row with what cells say.
   * @throws refusals at fields
   */
  toBody(values: FieldValues, stored: StoredRow | undefined): FieldValues
  /** What is remembered of a row that is changed, to take the change back. */
  remembered(stored: StoredRow): FieldValues
  /** Rows that have one of these values in the field of a key, in any order; `locks`: until the transaction ends. */
  find(reader: Reader, key: readonly string[], values: readonly FieldValues[], locks: boolean): Promise<StoredRow[]>
  createJudge(): JudgeWrites
  /** What the rows of one run share, made outside a transaction. */
  prepare(): Promise<unknown>
  /** Writes the rows that nothing refuses. Takes what `prepare` has made. */
  write(batch: WriteBatch, writes: readonly RowWrite[], shared: unknown): Promise<ReadonlyMap<number, WriteResult>>
  /**
   * Takes rows back.
   * @returns why a row is kept, by its number; nothing for those that were taken back.
   */
  takeBack(batch: WriteBatch, rows: readonly RowToTakeBack[]): Promise<ReadonlyMap<number, string>>
}
