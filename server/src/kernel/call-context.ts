import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor, TemporaryActor } from './scope.ts'

/** What a process is doing, and for which caller; lines of the log carry it. */
export type CallContext = {
  traceId?: string
  /** Method and pattern of the path, without what it was called with. */
  endpoint?: string
  /** Name of the queue. */
  job?: string
  /** Id of the company that is acted in. */
  company?: string
  /** Id of the caller. */
  user?: string
  /** BCP 47 tag of the language that the answer is in. */
  language?: string
  /** Code of the answer's envelope. */
  code?: number
}

const contexts = new AsyncLocalStorage<CallContext>()

/** Runs work in a context, which what it calls and awaits can read. */
export const runInContext = <T>(context: CallContext, work: () => T): T => contexts.run(context, work)
/** The context of the present work; undefined outside of any. */
export const currentContext = (): CallContext | undefined => contexts.getStore()
/** Says whose call the present work is, once it is admitted. */
export const noteCaller = (caller: Actor | TemporaryActor | null): void => {
  const context = contexts.getStore()
  if (!context || caller === null || !('sessionId' in caller)) return
  context.company = caller.companyId
  context.user = caller.userId
}
