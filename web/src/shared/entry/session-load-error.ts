import { CallError } from '../../kernel/api/call-error.ts'

/** Thrown when the user or their grants could not be loaded. */
export class SessionLoadError extends Error {
  readonly code: number | undefined

  constructor(cause: unknown) {
    super('The session could not be loaded', { cause })
    this.name = 'SessionLoadError'
    this.code = cause instanceof CallError ? cause.code : undefined
  }
}
