import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent, ReactNode } from 'react'

/** What became of several rows: how many there were, and which were refused, each with its sentence (wire §1). */
export type BatchOutcome = { total: number; failed: readonly { id: string; msg: string }[] }

/** What a drawer opened for several rows is given. */
export type BatchDrawerProps<Row> = {
  rows: readonly Row[]
  /** It is done: the list says what became of each. */
  onDone: (outcome: BatchOutcome) => void
  /** The drawer has left the screen. */
  onClosed: () => void
}

/** Something to do to several rows at once, in a drawer or after a question, offered to those who may call its endpoint. */
export type BatchAction<Row> = {
  label: string
  may: Endpoint
  danger?: boolean
} & (
  | { asks: (rows: readonly Row[]) => { title: string; body: ReactNode; does: () => Promise<BatchOutcome> } }
  | { opens: FunctionComponent<BatchDrawerProps<Row>> }
)
