import { Code } from '@atrium/contract/kernel/envelope.ts'
import { CallError } from './call-error.ts'
import { isTraceable } from './failure-toast.ts'
import { setExchangeListener } from './send.ts'

type BreadcrumbData =
  | { kind: 'route'; path: string }
  | { kind: 'call'; method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; code: number; ms: number; traceId: string }
  | { kind: 'error'; message: string }
  | { kind: 'tab'; state: 'hidden' | 'visible' | 'offline' | 'online' }
/** One recorded action of the browser. `at`: milliseconds since the page was loaded. */
export type BreadcrumbEntry = BreadcrumbData & { at: number }

const maxBreadcrumbs = 20
const maxFailures = 5
const recent: BreadcrumbEntry[] = []
const beforeFailure = new Map<string, readonly BreadcrumbEntry[]>()

/** Records an action of the browser, in memory of this page only (decision 64). */
export const recordBreadcrumb = (happened: BreadcrumbData): void => {
  recent.push({ ...happened, at: performance.now() })
  if (recent.length > maxBreadcrumbs) recent.shift()
}

/** Breadcrumbs before one of the last failed or refused calls, that call last. */
export const findBreadcrumbs = (traceId: string): readonly BreadcrumbEntry[] | undefined => beforeFailure.get(traceId)
export const deleteBreadcrumbs = (traceId: string): void => void beforeFailure.delete(traceId)

/** Stores the current breadcrumbs under a trace id. */
export const storeBreadcrumbs = (traceId: string): void => {
  beforeFailure.set(traceId, [...recent])
  for (const oldest of beforeFailure.keys()) if (beforeFailure.size > maxFailures) beforeFailure.delete(oldest)
}

// Calls are recorded by path pattern and outcome; aborted ones have no outcome.
setExchangeListener(({ method, path }, answer) => {
  const began = performance.now()
  const end = (code: number, traceId: string) => {
    recordBreadcrumb({ kind: 'call', method, path, code, ms: Math.round(performance.now() - began), traceId })
    if (traceId && isTraceable(code)) storeBreadcrumbs(traceId)
  }
  answer.then(
    (found) => ('code' in found ? end(found.code, found.traceId) : end(Code.ok, '')),
    (error) => error instanceof CallError && end(error.code, error.traceId),
  )
})
