import { CallError } from '../api/call-error.ts'

const conflictCode = 409

/** The row as somebody else has meanwhile saved it, where that is why an edit was refused; else undefined. */
export const newerVersionIn = (error: unknown): Record<string, unknown> | undefined => {
  if (!(error instanceof CallError) || error.code !== conflictCode) return undefined
  const current = (error.data as { current?: unknown } | null | undefined)?.current
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : undefined
}
