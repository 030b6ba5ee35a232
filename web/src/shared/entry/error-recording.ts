import { recordBreadcrumb } from '../../kernel/api/breadcrumbs.ts'
import { CallError } from '../../kernel/api/call-error.ts'

const maxMessageLength = 200

/**
 * Records an error as breadcrumb, except failed calls: these are recorded as calls, and their messages may quote user
 * input.
 */
export const recordError = (error: unknown): void => {
  if (!(error instanceof CallError))
    recordBreadcrumb({ kind: 'error', message: String(error).slice(0, maxMessageLength) })
}

addEventListener('error', ({ error, message }) => recordError(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => recordError(reason))
document.addEventListener('visibilitychange', () => recordBreadcrumb({ kind: 'tab', state: document.visibilityState }))
for (const state of ['offline', 'online'] as const)
  addEventListener(state, () => recordBreadcrumb({ kind: 'tab', state }))
