import type { FailedCall, FailuresFilter } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { sql } from 'kysely'
import { nameHolds } from '../../../kernel/db/by-name.ts'
import { cappedTotal, countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db, TransactionUsage } from '../../../kernel/db/database.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'
import { newestFirst, type RowRange } from '../operation-logs/index.ts'

/** A failed call as stored. */
export type FailureRecord = {
  companyId: string
  companyName: string
  userId: string | null
  sessionId: string | null
  acting: FailedCall['acting']
  traceId: string
  method: string
  path: string
  code: number
  error: string
  message: string
  stack: string
  inputs: readonly string[]
  ms: number
  taken: TransactionUsage | null
  version: string
}
/** An occurrence of a stored failure: how many new ones, and the last trace id. */
type Recurrence = { id: string; times: number; lastTraceId: string }

/**
 * Failed calls of the caller's company; for the operator those of all companies. The database enforces it too. Of users
 * of the own company only those in the row scope are shown, of other companies none.
 */
const visibleTo = (db: Db, actor: Actor) => {
  const { companyId, platform } = actor
  const isVisible = isVisibleUser(actor, 'users.id')
  const all = db
    .selectFrom('failed_calls')
    .leftJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'failed_calls.company_id').onRef('users.id', '=', 'failed_calls.user_id'),
    )
    .leftJoin('apis', (join) =>
      join.onRef('apis.method', '=', 'failed_calls.method').onRef('apis.path', '=', 'failed_calls.path'),
    )
  const calls = isVisible ? all.where((eb) => eb.or([eb('users.id', 'is', null), isVisible])) : all
  return platform ? calls : calls.where('failed_calls.company_id', '=', companyId)
}
type VisibleCalls = ReturnType<typeof visibleTo>

/** All trace ids with a prefix sort before the prefix followed by g. */
const withTraceId = (calls: VisibleCalls, traceId: string) =>
  calls.where((eb) =>
    eb.or(
      (['trace_id', 'last_trace_id'] as const).map((column) =>
        eb.and([eb(`failed_calls.${column}`, '>=', traceId), eb(`failed_calls.${column}`, '<', `${traceId}g`)]),
      ),
    ),
  )

const matching = (db: Db, actor: Actor, query: FailuresFilter, timeZone: string) => {
  let calls = visibleTo(db, actor)
  const { search, 'f.time': time, 'f.user': user, 'f.api': api, 'f.trace': trace, 'f.state': state } = query
  if (time !== undefined) {
    const { from, before } = parseTimeRange(time, timeZone)
    calls = calls.where('last_at', '>=', from).where('failed_at', '<', before)
  }
  if (user) calls = calls.where('failed_calls.user_id', '=', user)
  if (trace) calls = withTraceId(calls, trace)
  if (state) calls = calls.where('handled_at', state === 'open' ? 'is' : 'is not', null)
  if (api) {
    const like = likePattern(api)
    const address = sql<string>`failed_calls.method || ' ' || failed_calls.path`
    calls = calls.where((eb) => eb.or([eb(address, 'ilike', like), nameHolds('apis.name', api)]))
  }
  if (search) {
    const like = likePattern(search)
    calls = calls.where((eb) =>
      eb.or([
        eb('users.name', 'ilike', like),
        eb('users.account', 'ilike', like),
        eb.and([sql<boolean>`failed_calls.company_id <> acting_company()`, eb('company_name', 'ilike', like)]),
      ]),
    )
  }
  return calls
}

const selectRow = (calls: VisibleCalls) =>
  calls
    .select(['failed_calls.id', 'failed_calls.seq', 'failed_calls.trace_id as traceId', 'last_trace_id as lastTraceId'])
    .select(['failed_at as time', 'last_at as lastTime', 'times'])
    .select(['failed_calls.method', 'failed_calls.path', 'failed_calls.code', 'error', 'message', 'inputs', 'ms'])
    .select('failed_calls.version')
    .select([
      // Row-level security hides users of other companies.
      sql<FailedCall['user']>`case when users.id is not null then
        json_build_object('id', users.id, 'name', users.name, 'account', users.account) end`.as('user'),
      sql<FailedCall['company']>`case when failed_calls.company_id <> acting_company() then
        json_build_object('id', failed_calls.company_id, 'name', company_name) end`.as('company'),
      sql<FailedCall['acting']>`acting`.as('acting'),
      sql<FailedCall['database']>`case when statements is not null then
        json_build_object('statements', statements, 'ms', transaction_ms) end`.as('database'),
      sql<string>`coalesce(apis.name, '')`.as('name'),
      sql<FailedCall['handled']>`case when handled_at is not null then json_build_object(
        'time', handled_at, 'remark', failed_calls.remark,
        'by', case when handled_by->>'companyId' = acting_company()::text then handled_by->>'name' end) end`.as(
        'handled',
      ),
    ])

export const failedCallsRepository = {
  /**
   * Stores a failure or a further occurrence.
   * @returns false if the record was handled meanwhile and left unchanged
   */
  async upsert(
    db: Db,
    { inputs, acting, taken, ...card }: FailureRecord,
    { id, times, lastTraceId }: Recurrence,
  ): Promise<boolean> {
    const { companyId, companyName, userId, sessionId, traceId, ...rest } = card
    const stored = await db
      .insertInto('failed_calls')
      .values({
        company_id: companyId,
        company_name: companyName,
        user_id: userId,
        session_id: sessionId,
        id,
        times,
        trace_id: traceId,
        last_trace_id: lastTraceId,
        inputs: [...inputs],
        statements: taken?.statements ?? null,
        transaction_ms: taken?.ms ?? null,
        acting: acting && JSON.stringify(acting),
        ...rest,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'id'])
          .doUpdateSet((eb) => ({
            times: sql`failed_calls.times + excluded.times`,
            last_trace_id: eb.ref('excluded.last_trace_id'),
            last_at: sql`now()`,
          }))
          .where('failed_calls.handled_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
    return stored !== undefined
  },

  /** A keyset page, newest first. */
  async page(db: Db, actor: Actor, query: FailuresFilter, { range, timeZone }: { range: RowRange; timeZone: string }) {
    const { size, after, before } = range
    const calls = selectRow(matching(db, actor, query, timeZone)).limit(size)
    const ordered =
      before !== undefined
        ? calls.where('failed_calls.seq', '>', before).orderBy('failed_calls.seq', 'asc')
        : calls.where('failed_calls.seq', '<', after ?? Number.MAX_SAFE_INTEGER).orderBy('failed_calls.seq', 'desc')
    return newestFirst(await ordered.execute(), range)
  },
  total: (db: Db, actor: Actor, query: FailuresFilter, timeZone: string) =>
    cappedTotal(db, matching(db, actor, query, timeZone)),
  /** Number of matching failures, at most `limit`. */
  count: (db: Db, actor: Actor, query: FailuresFilter, timeZone: string, limit: number) =>
    countUpTo(db, matching(db, actor, query, timeZone), limit),

  /**
   * The newest failure with this trace id or prefix, as its first or last occurrence, and its caller; optionally of one
   * user only.
   */
  async find(db: Db, actor: Actor, traceId: string, userId?: string) {
    const calls = withTraceId(visibleTo(db, actor), traceId)
    const found = await selectRow(userId === undefined ? calls : calls.where('failed_calls.user_id', '=', userId))
      .select('session_id as sessionId')
      .orderBy('failed_calls.seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!found) return undefined
    const { sessionId, ...call } = found
    return { call, caller: { user: call.user, sessionId } }
  },

  stack: (db: Db, actor: Actor, id: string) =>
    visibleTo(db, actor).where('failed_calls.id', '=', id).select('stack').executeTakeFirst(),
  /** Locks the failure until the transaction ends, so that it is handled once. */
  hold: (db: Db, actor: Actor, id: string) =>
    visibleTo(db, actor)
      .where('failed_calls.id', '=', id)
      .select(['failed_calls.method', 'failed_calls.path', 'handled_at as handledAt'])
      .select(sql<string>`coalesce(apis.name, '')`.as('name'))
      .forUpdate('failed_calls')
      .executeTakeFirst(),
  handle: (db: Db, id: string, { remark, by }: { remark: string; by: Person & { companyId: string } }) =>
    db
      .updateTable('failed_calls')
      .set({ handled_at: sql`now()`, handled_by: JSON.stringify(by), remark })
      .where('id', '=', id)
      .execute(),
}
