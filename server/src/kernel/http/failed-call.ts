import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Caller } from './execute.ts'
import type { AnyInput } from './implement.ts'

/** A call that failed on the server's side, with caller and input as far as they were known. */
export type FailedCall = {
  endpoint: Endpoint
  caller?: Caller
  input?: AnyInput
  traceId: string
  error: unknown
  /** The code sent to the caller. */
  code: number
  ms: number
}
