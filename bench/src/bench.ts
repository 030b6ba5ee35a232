import type { Tokens } from './calls.ts'
import type { Server } from './child.ts'

/** Context of all measurements. */
export type Bench = {
  product: Server
  bare: Server
  /** Data folder of this run. */
  folder: string
  servingUrl: string
  seconds: number
  accounts: readonly string[]
  /** Session of all reads. It is never refreshed, so its token stays valid. */
  readerToken: string
  rotating: Tokens[]
}
