import type { Envelope, FieldError } from '@atrium/contract/kernel/envelope.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { errorCodes, type FastifyError } from 'fastify'
import { isConnectionError } from '../db/connection-errors.ts'
import { AppError } from '../scope.ts'

/** Error for each database constraint, so that a race gives the same message at the same field. */
export type ConstraintErrors = Readonly<Record<string, ErrorSpec & { field: string }>>

const property = (error: unknown, name: string): string =>
  typeof error === 'object' && error !== null && name in error ? String((error as Record<string, unknown>)[name]) : ''

/** The AppError for a violated constraint; any other error unchanged. */
export const toAppError = (error: unknown, constraints: ConstraintErrors): unknown => {
  const found = constraints[property(error, 'constraint')]
  return found ? new AppError(found, { errors: [{ field: found.field, msg: found.msg }] }) : error
}

/** 53xxx: no disk, memory or connections left; 55P03: lock timeout; 57014: statement timeout. */
const overloaded = /^(53|55P03|57014)/

const fromDatabase = (error: unknown): ErrorSpec | undefined => {
  const code = property(error, 'code')
  // Class 22: a value the database cannot hold. Schemas reject these first; this is the fallback.
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

const translate = ({ field, msg }: FieldError): FieldError => ({ field, msg: t(msg) })

/** Codes sent with their own HTTP status; all others with 200 (decision 4). */
const statuses = new Set([401, 403, 500, 503])

/** Converts an error into HTTP status and envelope, in the language of the call; `unexpected` errors are logged with their stack. */
export const errorReply = (error: unknown, traceId: string) => {
  const answer = (status: number, { code, msg }: ErrorSpec, rest: Partial<Envelope> = {}, unexpected = false) => ({
    status,
    body: { code, msg: t(msg), traceId, ...rest } satisfies Envelope,
    unexpected,
  })
  if (error instanceof AppError) {
    const { data, errors } = error.extras
    const rest = { ...(data !== undefined && { data }), ...(errors && { errors: errors.map(translate) }) }
    return answer(statuses.has(error.spec.code) ? error.spec.code : 200, error.spec, rest)
  }
  const stored = fromDatabase(error)
  if (stored) return answer(stored === kernelErrors.busy ? 503 : 200, stored, {}, stored === kernelErrors.busy)
  const refused = fromFastify(error)
  if (refused) return answer(refused.status, refused.spec)
  return answer(500, kernelErrors.failed, {}, true)
}

/** Seconds for the Retry-After header, if the refusal carries them. */
export const readRetryAfter = ({ data }: Envelope): number | undefined =>
  typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) : undefined
