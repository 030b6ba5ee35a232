import type { Tokens } from './calls.ts'
import type { Server } from './child.ts'

/** What every measurement works with. */
export type Bench = {
  product: Server
  bare: Server
  /** The data folder of this run. */
  folder: string
  servingUrl: string
  seconds: number
  accounts: readonly string[]
  /** The session every read uses is never refreshed, so its token stays current. */
  readerToken: string
  rotating: Tokens[]
}
