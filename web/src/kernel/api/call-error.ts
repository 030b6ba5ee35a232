import { waitsForApproval } from '@atrium/contract/kernel/console-errors.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'

/** Code of a call without a response: offline, server unreachable, or timed out. */
export const noAnswer = -1

type Failure = { code: number; msg: string; traceId?: string; errors?: FieldError[] | undefined; data?: unknown }

/** A refused or failed call. `errors` belong to fields of the submitted form. */
export class CallError extends Error {
  readonly code: number
  readonly msg: string
  readonly traceId: string
  readonly errors: FieldError[] | undefined
  readonly data: unknown

  constructor({ code, msg, traceId = '', errors, data }: Failure) {
    super(msg)
    this.name = 'CallError'
    this.code = code
    this.msg = msg
    this.traceId = traceId
    this.errors = errors?.length ? errors : undefined
    this.data = data
  }
}

/** Whether the call was taken, and waits until it is approved. */
export const isHeld = (error: unknown): boolean => error instanceof CallError && error.code === waitsForApproval.code

/** Whether the server failed or did not respond, so that other input would not help. */
export const isOutage = ({ code }: CallError): boolean => code === noAnswer || (code >= 500 && code < 600)
