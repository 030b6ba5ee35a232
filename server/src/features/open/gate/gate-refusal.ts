import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { AppError } from '../../../kernel/scope.ts'

const unauthenticated = 401
const statuses: Partial<Record<GateStep, number>> = { api: 403, limit: 429 }
/** Callers whose signature was not checked yet learn nothing about the reason. */
const toldAt = (step: GateStep, spec: ErrorSpec): ErrorSpec => (step in statuses ? spec : gateErrors.refused)

/** A call refused at a step of the gate: with what the log of the application says, and what the caller learns. */
export class GateRefusal extends AppError {
  readonly step: GateStep
  readonly logged: ErrorSpec
  readonly detail: string
  readonly status: number
  /** Seconds until it may be repeated. */
  readonly retryAfter: number | undefined
  constructor(step: GateStep, logged: ErrorSpec, detail: string, retryAfter?: number) {
    super(toldAt(step, logged), retryAfter === undefined ? {} : { data: { retryAfter } })
    this.step = step
    this.logged = logged
    this.detail = detail
    this.status = statuses[step] ?? unauthenticated
    this.retryAfter = retryAfter
  }
}
