import { type PageFailureWrite, pageMethod } from '@atrium/contract/features/audit/failures/page-failures.contract.ts'
import { addressOf } from '@atrium/contract/kernel/endpoint-address.ts'
import { createCache } from '../../../kernel/cache.ts'
import { type Database, usageUntilFailure } from '../../../kernel/db/database.ts'
import type { FailedCall } from '../../../kernel/http/failed-call.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { type FailureRecord, failedCallsRepository as repository } from './failed-calls.repository.ts'
import { sanitizedError } from './sanitized-error.ts'

/** Limits disk use and database load; the process log has all failures. */
const maxPerMinute = 60
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const maxInputs = 50

/** A guest's failure belongs to their home company, like their denials; one without sign-in to the operator. */
const toCaller = (caller: FailedCall['caller'], platformCompany: string) => {
  if (!caller || !('sessionId' in caller))
    return { companyId: platformCompany, companyName: '', userId: null, sessionId: null, acting: null }
  const { companyId, companyName, userId, sessionId, acting }: Actor = caller
  if (!acting) return { companyId, companyName, userId, sessionId, acting: null }
  const { homeCompanyId, homeCompanyName, mode } = acting
  const host = { id: companyId, name: companyName, mode }
  return { companyId: homeCompanyId, companyName: homeCompanyName, userId, sessionId, acting: host }
}
const listNames = (part: string, sent: unknown) =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.keys(sent).map((name) => `${part}.${name}`)
    : []
const listInputs = ({ input }: FailedCall) =>
  [...listNames('params', input?.params), ...listNames('query', input?.query), ...listNames('body', input?.body)].slice(
    0,
    maxInputs,
  )

type PendingRecord = { id: string; record: FailureRecord; times: number; lastTraceId: string }
/** Numbers and ids differ between occurrences. */
const withoutNumbers = (text: string) => text.replace(/[0-9a-f-]{8,}|\d+/gi, '#')
const toGroupKey = ({ companyId, userId, acting, method, path, error, message }: FailureRecord) =>
  JSON.stringify([companyId, userId, acting?.id, method, path, error, withoutNumbers(message)])

type Ports = { database: Database; platformCompany: string; version: string }

/**
 * Records failures asynchronously, without delaying the response. The same failure of the same user within an hour is
 * counted; new ones are limited per minute.
 */
export const createFailureRecorder = ({ database, platformCompany, version }: Ports) => {
  const recent = createCache<string, PendingRecord>(maxPerMinute * 60, { ttl: hourMs })
  const due = new Set<PendingRecord>()
  let [windowStart, startedInWindow] = [performance.now(), 0]
  let writing: Promise<void> | undefined
  let reportError: (error: unknown) => void = () => undefined

  const canStart = () => {
    const now = performance.now()
    if (now - windowStart >= minuteMs) [windowStart, startedInWindow] = [now, 0]
    startedInWindow += 1
    return startedInWindow <= maxPerMinute
  }
  const startRecord = (record: FailureRecord): PendingRecord | undefined => {
    if (!canStart()) return undefined
    const started = { id: newId(), record, times: 0, lastTraceId: record.traceId }
    recent.set(toGroupKey(record), started)
    return started
  }
  const store = ({ id, record, lastTraceId }: PendingRecord, times: number) =>
    database.transact({ reach: 'company', companyId: record.companyId }, (db) =>
      repository.upsert(db, record, { id, times, lastTraceId }),
    )
  const write = async (each: PendingRecord) => {
    const { times } = each
    each.times = 0
    if (await store({ ...each }, times)) return
    // It was handled and has recurred: starts a new record.
    each.id = newId()
    each.record = { ...each.record, traceId: each.lastTraceId }
    await store({ ...each }, times)
  }
  /** Writes one after the other: a storm of failures uses a single connection. */
  const writeDue = async () => {
    for (const each of due) {
      due.delete(each)
      await write(each).catch(reportError)
    }
    writing = undefined
  }

  const count = (record: FailureRecord) => {
    const each = recent.get(toGroupKey(record)) ?? startRecord(record)
    if (!each) return
    each.times += 1
    each.lastTraceId = record.traceId
    due.add(each)
    writing ??= writeDue()
  }

  return {
    record(failed: FailedCall): void {
      const { endpoint, caller, traceId, code, ms, error } = failed
      count({
        ...toCaller(caller, platformCompany),
        ...addressOf(endpoint),
        ...sanitizedError(error),
        traceId,
        code,
        version,
        inputs: listInputs(failed),
        ms: Math.round(ms),
        taken: usageUntilFailure(error) ?? null,
      })
    },
    /** Records a page failure in a user's browser. Takes the trace id of the reporting call, and the report. */
    recordPage(actor: Actor, traceId: string, { stack, ...report }: PageFailureWrite): void {
      count({
        ...toCaller(actor, platformCompany),
        ...report,
        method: pageMethod,
        stack: stack.join('\n'),
        message: '',
        // Not a call: without duration and answer.
        traceId,
        code: -1,
        inputs: [],
        ms: 0,
        taken: null,
      })
    },
    /**
     * Starts reporting to `onError`.
     * @returns a function that waits for pending writes
     */
    start(onError: (error: unknown) => void): () => Promise<void> {
      reportError = onError
      return async () => writing
    },
  }
}
