import type { Bulk, BulkOperations } from '@atrium/contract/kernel/bulk.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type * as z from 'zod/mini'
import type { Db, FoundIds } from '../db/database.ts'
import type { Actor, RequestScope } from '../scope.ts'

/**
 * Refusals of rows by id, and the numbers of what else the operation ends or gives with the others: by names that it
 * declares words for, or by words.
 */
export type Judged = {
  refusals: ReadonlyMap<string, ErrorSpec>
  impact?: Readonly<Record<string, number>>
}

/** A new password of a row: as it is stored, and sealed for who asked for the operation. */
export type PreparedPassword = { hash: string; sealed: string }

/** How an operation changes rows: by the functions that the calls for one row use. */
export type BulkWork<Input> = {
  /** Refusals that mean that a row is so already. */
  readonly same?: readonly ErrorSpec[]
  /** Refusals that mean that something else stands against it. */
  readonly conflicts?: readonly ErrorSpec[]
  /** Throws for input that would be refused for every row; its fields are named `input.<field>`. */
  refuseInput?(scope: RequestScope, input: Input): Promise<void> | void
  /** Judges a batch of rows that the caller sees, in their order. Absent: each is changed, and all is rolled back. */
  judge?(scope: RequestScope, ids: readonly string[], input: Input): Promise<Judged>
  /** Makes new passwords for rows, outside of any transaction as hashing is slow; its operation is the work of a run. */
  prepare?(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, PreparedPassword>>
  /**
   * Changes a row.
   * @throws its refusal
   */
  apply(scope: RequestScope, id: string, input: Input, prepared?: PreparedPassword): Promise<unknown>
  /** How rows are before the change, by id; what `undo` restores. */
  remember?(scope: RequestScope, ids: readonly string[], input: Input): Promise<ReadonlyMap<string, unknown>>
  /**
   * Takes a row back that is still as `apply` has left it.
   * @throws its refusal
   */
  undo?(scope: RequestScope, id: string, before: unknown, input: Input): Promise<unknown>
}

type BulkRow = { id: string; name: string; version: number }
/** Rows that a filter finds, and how many are of interest. */
type Filter<F extends z.core.$ZodShape> = z.output<z.ZodMiniObject<F>> & { timeZone?: string }

/** What can be done with many rows of an entity: a feature declares it beside its routes. */
export type BulkSource<F extends z.core.$ZodShape = z.core.$ZodShape, O extends BulkOperations = BulkOperations> = {
  readonly bulk: Bulk<F, O>
  /** A query for the ids of all rows that the filter finds and the caller sees. */
  find(db: Db, actor: Actor, filter: Filter<F>): Promise<FoundIds>
  /** Rows that a rule looks at together, such as administrators: they are judged in one batch. */
  together?(db: Db, actor: Actor): Promise<readonly string[]>
  /**
   * Locks rows that the caller sees until the transaction ends, in the order of their ids. `removed`: those too that were
   * removed and can be restored.
   */
  hold(db: Db, actor: Actor, ids: readonly string[], which: 'present' | 'removed'): Promise<readonly BulkRow[]>
  readonly work: { readonly [N in keyof O]: BulkWork<z.output<O[N]['input']>> }
}
/** Of any rows: who calls it has parsed filter and input by its schemas. */
export type AnyBulkSource = BulkSource
export type AnyBulkWork = BulkWork<unknown>

/** Joins the declared parts, so that an operation without its work does not compile. */
export const defineBulkSource = <F extends z.core.$ZodShape, O extends BulkOperations>(
  source: BulkSource<F, O>,
): BulkSource<F, O> => source
