import { type PageFailureWrite, pageMethod } from '@atrium/contract/features/operation-logs/page-failures.contract.ts'
import { LRUCache } from 'lru-cache'
import { type Database, takenUntil } from '../../kernel/db/database.ts'
import type { FailedCall } from '../../kernel/http/failed-call.ts'
import { newId } from '../../kernel/ids.ts'
import type { Actor } from '../../kernel/scope.ts'
import { addressOf } from '../registry/index.ts'
import { type FailureCard, failedCallsRepository as repository } from './failed-calls.repository.ts'
import { shownError } from './shown-error.ts'

/** A storm of failures must neither fill the disk nor keep the database busy: the log of the process has them all. */
const mostPerMinute = 60
const minute = 60_000
const hour = 60 * minute
const mostInputs = 50

/** Whose it is: a guest's is kept at home, like his denials; nobody's with the operator. */
const callerOf = (who: FailedCall['who'], platformCompany: string) => {
  if (!who || !('sessionId' in who))
    return { companyId: platformCompany, companyName: '', userId: null, sessionId: null, acting: null }
  const { companyId, companyName, userId, sessionId, acting }: Actor = who
  if (!acting) return { companyId, companyName, userId, sessionId, acting: null }
  const { homeCompanyId, homeCompanyName, mode } = acting
  const host = { id: companyId, name: companyName, mode }
  return { companyId: homeCompanyId, companyName: homeCompanyName, userId, sessionId, acting: host }
}
const namesOf = (part: string, sent: unknown) =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.keys(sent).map((name) => `${part}.${name}`)
    : []
const inputsOf = ({ input }: FailedCall) =>
  [...namesOf('params', input?.params), ...namesOf('query', input?.query), ...namesOf('body', input?.body)].slice(
    0,
    mostInputs,
  )

type Card = { id: string; card: FailureCard; times: number; lastTraceId: string }
/** Numbers and ids differ from one time to the next. */
const withoutNumbers = (text: string) => text.replace(/[0-9a-f-]{8,}|\d+/gi, '#')
const kindOf = ({ companyId, userId, acting, method, path, error, message }: FailureCard) =>
  JSON.stringify([companyId, userId, acting?.id, method, path, error, withoutNumbers(message)])

type Ports = { database: Database; platformCompany: string; version: string }

/**
 * Keeps what failed on our side (beyond N11), beside the requests: the answer waits for nothing. The same one of the same
 * person within an hour is counted, and of new ones only the first few of each minute are written down.
 */
export const createKeepFailure = ({ database, platformCompany, version }: Ports) => {
  const known = new LRUCache<string, Card>({ max: mostPerMinute * 60, ttl: hour })
  const due = new Set<Card>()
  let [since, begun] = [performance.now(), 0]
  let writing: Promise<void> | undefined
  let tell: (error: unknown) => void = () => undefined

  const mayBegin = () => {
    const now = performance.now()
    if (now - since >= minute) [since, begun] = [now, 0]
    begun += 1
    return begun <= mostPerMinute
  }
  const beginning = (card: FailureCard): Card | undefined => {
    if (!mayBegin()) return undefined
    const fresh = { id: newId(), card, times: 0, lastTraceId: card.traceId }
    known.set(kindOf(card), fresh)
    return fresh
  }
  const keep = ({ id, card, lastTraceId }: Card, times: number) =>
    database.transact({ reach: 'company', companyId: card.companyId }, (db) =>
      repository.keep(db, card, { id, times, lastTraceId }),
    )
  const write = async (each: Card) => {
    const { times } = each
    each.times = 0
    if (await keep({ ...each }, times)) return
    // Somebody has handled it, and here it is again.
    each.id = newId()
    each.card = { ...each.card, traceId: each.lastTraceId }
    await keep({ ...each }, times)
  }
  /** One after the other: however much fails, this holds one connection. */
  const writeDue = async () => {
    for (const each of due) {
      due.delete(each)
      await write(each).catch(tell)
    }
    writing = undefined
  }

  const count = (card: FailureCard) => {
    const each = known.get(kindOf(card)) ?? beginning(card)
    if (!each) return
    each.times += 1
    each.lastTraceId = card.traceId
    due.add(each)
    writing ??= writeDue()
  }

  return {
    keep(failed: FailedCall): void {
      const { endpoint, who, traceId, code, ms, error } = failed
      count({
        ...callerOf(who, platformCompany),
        ...addressOf(endpoint),
        ...shownError(error),
        ...{ traceId, code, version, inputs: inputsOf(failed), ms: Math.round(ms) },
        taken: takenUntil(error) ?? null,
      })
    },
    /** Keeps that a page failed in somebody's browser. In: the trace id of the call that says so, and what it says. */
    keepPage(who: Actor, traceId: string, { stack, ...told }: PageFailureWrite): void {
      count({
        ...callerOf(who, platformCompany),
        ...{ ...told, method: pageMethod, stack: stack.join('\n'), message: '' },
        // No call: neither did it take time, nor was it answered.
        ...{ traceId, code: -1, inputs: [], ms: 0, taken: null },
      })
    },
    /** In: where to tell of trouble. Out: how to stop, with nothing left unwritten. */
    start(onError: (error: unknown) => void): () => Promise<void> {
      tell = onError
      return async () => writing
    },
  }
}
export type KeepFailure = ReturnType<typeof createKeepFailure>
