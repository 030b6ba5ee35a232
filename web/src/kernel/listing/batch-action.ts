import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent, ReactNode } from 'react'

/** Result of a batch action: the number of rows, and the refused ones with their messages. */
export type BatchOutcome = { total: number; failed: readonly { id: string; msg: string }[] }

/** Props of a drawer opened for several rows. */
export type BatchDrawerProps<Row> = {
  rows: readonly Row[]
  /** Called when done; the list then shows the outcome of each row. */
  onDone: (outcome: BatchOutcome) => void
  /** Called after the closing animation. */
  onClosed: () => void
}

/** The chosen rows: those ticked, or all that the list's search and filters find. */
export type Selection = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> }
/** Props of a drawer that works on any number of rows. */
export type BulkDrawerProps = {
  selection: Selection
  /** How many rows these are; with `more`, at least this many. */
  count: number
  more: boolean
  /** Called when rows have changed. */
  onDone: () => void
  /** Called after the closing animation. */
  onClosed: () => void
}

/** An action on several rows, in a drawer or after a confirmation, offered to users who may call its endpoint. */
export type BatchAction<Row> = {
  label: string
  endpoint: Endpoint
  danger?: boolean
} & (
  | { confirm: (rows: readonly Row[]) => { title: string; body: ReactNode; run: () => Promise<BatchOutcome> } }
  | { drawer: FunctionComponent<BatchDrawerProps<Row>> }
  | { bulk: FunctionComponent<BulkDrawerProps> }
)
