import { CallError } from './call-error.ts'

const conflictCode = 409

/** The current row, if an edit was refused because of a version conflict; else undefined. */
export const findNewerVersion = (error: unknown): Record<string, unknown> | undefined => {
  if (!(error instanceof CallError) || error.code !== conflictCode) return undefined
  const current = (error.data as { current?: unknown } | null | undefined)?.current
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : undefined
}
