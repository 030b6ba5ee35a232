import { CallError } from '../kernel/api/call-error.ts'
import { remember } from '../kernel/api/trail.ts'

const longest = 200

/** A call that failed is remembered as a call; its sentence may name what somebody typed. */
export const rememberError = (error: unknown): void => {
  if (!(error instanceof CallError)) remember({ kind: 'error', message: String(error).slice(0, longest) })
}

addEventListener('error', ({ error, message }) => rememberError(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => rememberError(reason))
document.addEventListener('visibilitychange', () => remember({ kind: 'tab', state: document.visibilityState }))
for (const state of ['offline', 'online'] as const) addEventListener(state, () => remember({ kind: 'tab', state }))
