import type { Db } from '../db/database.ts'
import { newTraceId } from '../ids.ts'
import type { Actor, Origin, RequestScope } from '../scope.ts'

/**
 * Where the calls of a run come from: no browser. No one is asked while it works: what needs a confirmation was
 * confirmed when it was started.
 */
export const originOfRun = ({ timeZone = 'UTC', traceId = newTraceId() }): Origin => ({
  ip: '',
  agent: '',
  host: '',
  token: '',
  client: '',
  expectCompany: '',
  lastEventId: '',
  timeZone,
  traceId,
  conditions: { range: '', ifRange: '', ifNoneMatch: '' },
  cookies: {},
  dryRun: false,
  confirm: '',
})

/**
 * What services expect of a request, for a batch of a run. Takes the batch with its caller, the run's trace id, and
 * where effects after the commit are collected.
 */
export const scopeOfBatch = (
  { db, actor }: { db: Db; actor: Actor },
  traceId: string,
  afterCommit: (work: () => void) => void,
): RequestScope => ({
  db,
  actor,
  afterCommit,
  origin: originOfRun({ traceId }),
  note: () => undefined,
  confirm: () => undefined,
  setCookie: () => undefined,
})
