import type { FieldError } from '@atrium/contract/kernel/envelope.ts'

/** The code of a call that got no answer at all: offline, server away, longer than the time limit. */
export const noAnswer = -1

type Failure = { code: number; msg: string; traceId?: string; errors?: FieldError[] | undefined; data?: unknown }

/** A call that was refused or failed. `errors` belong to fields of the form that was sent. */
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

/** No answer, or a server that failed: nothing a person can mend by typing something else. */
export const isOutage = ({ code }: CallError): boolean => code === noAnswer || (code >= 500 && code < 600)
