import { bulkErrors } from '@atrium/contract/features/operations/bulk/bulk.errors.ts'
import type { BulkOperation } from '@atrium/contract/kernel/bulk.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { AnyBulkSource, AnyBulkWork } from '../../../kernel/bulk/bulk-source.ts'

/** An operation with its input, ready to work. */
export type Operation = {
  source: AnyBulkSource
  spec: BulkOperation
  work: AnyBulkWork
  /** Parsed. */
  input: unknown
}

const isAmong = (refusal: ErrorSpec, specs: readonly ErrorSpec[] = []) =>
  specs.some(({ code, msg }) => refusal.code === code && refusal.msg === msg)

/** What a refusal means for a row. */
export const classifyRefusal = (
  refusal: ErrorSpec,
  { same, conflicts = [] }: AnyBulkWork,
): 'same' | 'conflict' | 'refused' => {
  if (isAmong(refusal, same)) return 'same'
  return isAmong(refusal, [bulkErrors.changedSince, kernelErrors.versionConflict, ...conflicts])
    ? 'conflict'
    : 'refused'
}
export const toReason = ({ code, msg }: ErrorSpec) => ({ code, reason: msg })
export const noReason = { code: null, reason: '' }
