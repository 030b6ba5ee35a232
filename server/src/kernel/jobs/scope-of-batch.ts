import type { Db } from '../db/database.ts'
import type { Actor, Origin, RequestScope } from '../scope.ts'

/** Nobody is asked while a run works: what needs a confirmation was confirmed when it was started. */
const nothingSent: Omit<Origin, 'traceId'> = {
  ...{ ip: '', agent: '', host: '', token: '', client: '', expectCompany: '', lastEventId: '', timeZone: 'UTC' },
  ...{ conditions: { range: '', ifRange: '', ifNoneMatch: '' }, cookies: {}, dryRun: false, confirm: '' },
}

/**
 * What services expect of a request, for a batch of a run. In: the batch with its caller, the run's trace id, and where
 * effects after the commit are collected.
 */
export const scopeOfBatch = (
  { db, actor }: { db: Db; actor: Actor },
  traceId: string,
  afterCommit: (work: () => void) => void,
): RequestScope => ({
  ...{ db, actor, afterCommit, origin: { ...nothingSent, traceId } },
  ...{ note: () => undefined, confirm: () => undefined, setCookie: () => undefined },
})
