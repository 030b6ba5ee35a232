import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Who } from './act.ts'
import type { AnyInput } from './implement.ts'

/** What is known of a call that failed on our side: whoever called and what he sent, as far as it came to that. */
export type FailedCall = {
  endpoint: Endpoint
  who?: Who
  input?: AnyInput
  traceId: string
  error: unknown
  /** What it was answered with. */
  code: number
  ms: number
}
