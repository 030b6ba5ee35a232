import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** Most rows of one operation, and most that are judged and changed within a call; more are the work of a run. */
export const maxBulkRows = 100_000
export const maxAtOnce = 200

/** What an operation would do with a row. `same`: it is so already. `conflict`: something else stands against it. */
export const bulkVerdicts = ['change', 'same', 'refused', 'conflict'] as const
export type BulkVerdict = (typeof bulkVerdicts)[number]
/** What it did with a row. */
export const bulkOutcomes = ['changed', 'same', 'refused', 'conflict'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]
/** What became of taking a row back. */
export const bulkUndos = ['undone', 'refused', 'conflict'] as const
export type BulkUndo = (typeof bulkUndos)[number]

/** An operation on many rows, each of which the call for one row changes by its own rules. */
export type BulkOperation = {
  /** What it does with what: its run is called so. */
  readonly title: string
  /** The call for one row, whose permission it needs. */
  readonly endpoint: Endpoint
  /** The call whose event each row has in the log, if it is not that one. */
  readonly audited?: Endpoint
  /** The same for taking it back; absent: it stays. */
  readonly undo?: { readonly endpoint: Endpoint; readonly audited?: Endpoint }
  /** What it asks for beside the rows. */
  readonly input: z.ZodMiniType
  /** Always the work of a run with platform reach: it takes long, and concerns how users sign in to all companies. */
  readonly byRun?: true
  /** Words for the numbers of its impact. */
  readonly impact?: Readonly<Record<string, string>>
}
export type BulkOperations = Readonly<Record<string, BulkOperation>>

/** What can be done with many rows of an entity. */
export type Bulk<F extends z.core.$ZodShape = z.core.$ZodShape, O extends BulkOperations = BulkOperations> = {
  /** Noun of the entity's audit events. */
  readonly entity: string
  /** What users call a row. */
  readonly noun: string
  /** The list whose filter selects rows, and whose permission it needs. */
  readonly list: Endpoint
  /** Search and filters of the list. */
  readonly filter: z.ZodMiniObject<F>
  readonly operations: O
}
/** Whether its rows are of all companies: the operator's own calls work on them. */
export const isAcross = ({ list }: Pick<Bulk, 'list'>): boolean => list.reach === 'platform'
/** Checks the declaration, and keeps the names of operations. */
export const defineBulk = <F extends z.core.$ZodShape, const O extends BulkOperations>(bulk: Bulk<F, O>): Bulk<F, O> =>
  bulk

/** For operations that ask for nothing. */
export const noInput = z.object({})
