import { Code } from '@atrium/contract/kernel/envelope.ts'
import { CallError } from './call-error.ts'
import { worthTracing } from './failure-toast.ts'
import { onExchange } from './send.ts'

type Happened =
  | { kind: 'route'; path: string }
  | { kind: 'call'; method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; code: number; ms: number; traceId: string }
  | { kind: 'error'; message: string }
  | { kind: 'tab'; state: 'hidden' | 'visible' | 'offline' | 'online' }
/** What the browser did, and when: in milliseconds since the page was loaded. */
export type Step = Happened & { at: number }

const most = 20
const mostFailures = 5
const recent: Step[] = []
const beforeFailure = new Map<string, readonly Step[]>()

/** Remembers what the browser did last, in this page's memory and nowhere else (decision 64). */
export const remember = (happened: Happened): void => {
  recent.push({ ...happened, at: performance.now() })
  if (recent.length > most) recent.shift()
}

/** What led to one of the last calls that failed or were refused, that call last. In: its trace id. */
export const trailOf = (traceId: string): readonly Step[] | undefined => beforeFailure.get(traceId)
export const forgetTrail = (traceId: string): void => void beforeFailure.delete(traceId)

/** Sets aside what was done until now under a trace id, as what led to it. */
export const keepTrail = (traceId: string): void => {
  beforeFailure.set(traceId, [...recent])
  for (const oldest of beforeFailure.keys()) if (beforeFailure.size > mostFailures) beforeFailure.delete(oldest)
}

// A call is remembered by its pattern and its outcome; one that was given up has none.
onExchange(({ method, path }, answer) => {
  const began = performance.now()
  const end = (code: number, traceId: string) => {
    remember({ kind: 'call', method, path, code, ms: Math.round(performance.now() - began), traceId })
    if (traceId && worthTracing(code)) keepTrail(traceId)
  }
  answer.then(
    (found) => ('code' in found ? end(found.code, found.traceId) : end(Code.ok, '')),
    (error) => error instanceof CallError && end(error.code, error.traceId),
  )
})
