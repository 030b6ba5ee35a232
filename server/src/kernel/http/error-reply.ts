import type { Envelope } from '@atrium/contract/kernel/envelope.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { errorCodes, type FastifyError } from 'fastify'
import { isConnectionError } from '../db/connection-errors.ts'
import { AppError } from '../scope.ts'

/** Which refusal a database constraint stands for, so that a race still gives the right sentence at the right field. */
export type ConstraintErrors = Readonly<Record<string, ErrorSpec & { field: string }>>

const property = (error: unknown, name: string): string =>
  typeof error === 'object' && error !== null && name in error ? String((error as Record<string, unknown>)[name]) : ''

/** The refusal that a broken constraint stands for; anything else as it was thrown. */
export const asRefusal = (error: unknown, constraints: ConstraintErrors): unknown => {
  const found = constraints[property(error, 'constraint')]
  return found ? new AppError(found, { errors: [{ field: found.field, msg: found.msg }] }) : error
}

/** 53 no disk, memory or connections left, 55P03 a lock and 57014 a statement that took too long. */
const overloaded = /^(53|55P03|57014)/

const fromDatabase = (error: unknown): ErrorSpec | undefined => {
  const code = property(error, 'code')
  // Class 22: a value the database cannot hold. Our schemas stop them first; this is the net.
  if (/^22...$/.test(code)) return kernelErrors.invalid
  return overloaded.test(code) || isConnectionError(error) ? kernelErrors.busy : undefined
}

const fromFastify = (error: unknown): { spec: ErrorSpec; status: number } | undefined => {
  const { statusCode, code } = error as FastifyError
  if (statusCode === undefined || statusCode >= 500) return undefined
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return { spec: kernelErrors.tooLarge, status: 200 }
  if (statusCode === 415) return { spec: { ...kernelErrors.badMediaType }, status: 415 }
  if (error instanceof errorCodes.FST_ERR_NOT_FOUND) return { spec: kernelErrors.noSuchRoute, status: 404 }
  return { spec: kernelErrors.invalid, status: 400 }
}

/** Refusals that are the transport's business travel with their HTTP status; all others with 200 (docs/decisions/0004). */
const statuses = new Set([401, 403, 500, 503])

/**
 * Turns whatever was thrown into an answer. Out: the HTTP status and the envelope; `unexpected` is true when nobody
 * foresaw it and it belongs in the log with its stack.
 */
export const errorReply = (error: unknown, traceId: string) => {
  const answer = (status: number, { code, msg }: ErrorSpec, rest: Partial<Envelope> = {}, unexpected = false) => ({
    status,
    body: { code, msg, traceId, ...rest } satisfies Envelope,
    unexpected,
  })
  if (error instanceof AppError) {
    const { data, errors } = error.extras
    const rest = { ...(data !== undefined && { data }), ...(errors && { errors }) }
    return answer(statuses.has(error.spec.code) ? error.spec.code : 200, error.spec, rest)
  }
  const stored = fromDatabase(error)
  if (stored) return answer(stored === kernelErrors.busy ? 503 : 200, stored, {}, stored === kernelErrors.busy)
  const refused = fromFastify(error)
  if (refused) return answer(refused.status, refused.spec)
  return answer(500, kernelErrors.failed, {}, true)
}

/** Seconds for the Retry-After header, where the refusal names them. */
export const retryAfterOf = ({ data }: Envelope): number | undefined =>
  typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) : undefined
