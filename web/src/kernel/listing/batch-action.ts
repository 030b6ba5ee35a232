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

/** An action on several rows, in a drawer or after a confirmation, offered to users who may call its endpoint. */
export type BatchAction<Row> = {
  label: string
  endpoint: Endpoint
  danger?: boolean
} & (
  | { confirm: (rows: readonly Row[]) => { title: string; body: ReactNode; run: () => Promise<BatchOutcome> } }
  | { drawer: FunctionComponent<BatchDrawerProps<Row>> }
)
