import type { workbookErrors } from '@atrium/contract/kernel/workbook-errors.ts'

export type Reason = keyof typeof workbookErrors
export type Place = {
  readonly sheet?: string
  readonly row?: number
  readonly column?: number
  readonly limit?: number
}

/** A file that is not read, inside the thread that reads it. `open-workbook.ts` makes the caller's error of it. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly place: Place
  constructor(reason: Reason, place: Place = {}) {
    super(reason)
    this.reason = reason
    this.place = place
  }
}
