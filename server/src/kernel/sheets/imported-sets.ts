import type * as z from 'zod/mini'
import type { BatchAudit } from '../jobs/define-job.ts'
import type { AppError } from '../scope.ts'
import type { FieldValues, ImportedRows, StoredRow } from './imported-rows.ts'

type Reader = Parameters<ImportedRows['byIds']>[0]
/** A row as the schema of its endpoint has taken it: a new one, or a change of a stored one. */
export type SetWrite = { readonly row: number; readonly stored: StoredRow | undefined; readonly body: unknown }
/** A written row, or all that refuses it. */
export type SetResult = { readonly id: string; readonly version: number } | { readonly refusals: readonly AppError[] }
/** A row that an import has written, to be taken back. */
export type WrittenSetRow = {
  readonly row: number
  readonly id: string
  readonly version: number
  /** What was remembered of a changed row; null for an added one. */
  readonly before: FieldValues | null
  /** The fields that it has changed. */
  readonly fields: readonly string[]
}
export type SetBatch = Reader & {
  /** Audit rows; written at the end, as they lock the company's log. */
  readonly audited: BatchAudit[]
  /** Runs after the commit. */
  readonly after: (() => void)[]
}
/** Judges rows: all that refuses each, by its number. What earlier rows have taken is remembered between calls. */
export type JudgeSet = (
  reader: Reader,
  writes: readonly SetWrite[],
) => Promise<ReadonlyMap<number, readonly AppError[]>>

/**
 * Judges and writes rows of an entity by sets, a handful of statements for a thousand of them, with the rules that its
 * endpoints apply to one. The transaction has platform reach; ids and values of another company find nothing.
 */
export type ImportedSets = {
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
  createJudge(): JudgeSet
  /** What the rows of one run share, made outside a transaction. */
  prepare(): Promise<unknown>
  /** Writes the rows that nothing refuses. Takes what `prepare` has made. */
  write(batch: SetBatch, writes: readonly SetWrite[], shared: unknown): Promise<ReadonlyMap<number, SetResult>>
  /**
   * Takes rows back.
   * @returns why a row is kept, by its number; nothing for those that were taken back.
   */
  takeBack(batch: SetBatch, rows: readonly WrittenSetRow[]): Promise<ReadonlyMap<number, string>>
}
