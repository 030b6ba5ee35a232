import type { SignInsFilter } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, sql } from 'kysely'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { countEach, countNewest, logHistogram, maxCountedRows } from '../../../kernel/db/log-histogram.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import type { Actor, Owner } from '../../../kernel/scope.ts'
import { seesOthers, visibleTo } from '../../access/row-scopes/index.ts'

const signInOwner = { resource: 'users', owner: 'audit_log.actor_id' } as const
const verifiedEvents = ['signIn.verified', 'portalSignIn.verified', 'outsideSignIn.verified', 'outsideSignIn.proved']
const startedEvents = ['session.started', 'portalSession.started']
/** The specification's code for "one more step": neither success nor failure. */
const moreInputCode = 111

/** A sign-in is one row: the session it opened, or the step it failed at. */
const signIns = (db: Db) =>
  db
    .selectFrom('audit_log')
    .where('event', 'in', [...verifiedEvents, ...startedEvents])
    .where('code', '<>', moreInputCode)
    .where((eb) => eb.or([eb('event', 'in', startedEvents), eb('ok', '=', false)]))

const atTime = (moment: RawBuilder<string>) => sql<number>`audit_seq_at(${moment})`
/**
 * Has the newest sign-ins read in the order of an index, unless they are those of one user, which another index holds. The
 * planner expects sign-ins to be rare, and would read all of a year to sort them.
 */
const readInOrder = async (db: Db, actor: Actor) => {
  if (seesOthers(actor)) await sql`select set_config('enable_sort', 'off', true)`.execute(db)
}

/** Those in the caller's row scope, before the search. Takes the time zone of the time filter. */
const visibleSignIns = (db: Db, actor: Actor, query: SignInsFilter, timeZone: string) => {
  const visible = visibleTo(actor, signInOwner)
  let rows = visible ? signIns(db).where(visible) : signIns(db)
  if (query['f.result']) rows = rows.where('ok', '=', query['f.result'] === 'success')
  if (query['f.time']) {
    const { from, before } = parseTimeRange(query['f.time'], timeZone)
    rows = rows.where('seq', '>=', atTime(from)).where('seq', '<', atTime(before))
  }
  return rows
}
/** The condition of a search; true without one. */
const isFound = (search: string) => {
  const like = likePattern(search)
  return search ? sql<boolean>`(entity_name ilike ${like} or ip ilike ${like})` : sql<boolean>`true`
}
/** Sign-ins and attempts in the caller's row scope. Takes the time zone of the time filter. */
const matchingSignIns = (db: Db, actor: Actor, query: SignInsFilter, timeZone: string) => {
  const rows = visibleSignIns(db, actor, query, timeZone)
  return query.search ? rows.where(isFound(query.search)) : rows
}
/** The newest of them, with what histograms and rankings count; with what a search reads only if there is one. */
const newestSignIns = (db: Db, actor: Actor, query: SignInsFilter, timeZone: string, size: number) => {
  const rows = visibleSignIns(db, actor, query, timeZone).orderBy('seq', 'desc').limit(size)
  return {
    outcomes: query.search
      ? rows.select(['seq', 'ok', 'code', 'entity_name', 'ip'])
      : rows.select(['seq', 'ok', 'code']),
    addresses: rows.select(['time', 'ok', 'ip', 'entity_name']),
  }
}

const signInRows = (matching: ReturnType<typeof matchingSignIns>) =>
  matching
    .select(['seq', 'id', 'time', 'actor_id as userId', 'ip', 'agent', 'ok', 'code', 'trace_id as traceId'])
    .select([
      sql<string>`coalesce(actor->>'name', entity_name, '')`.as('who'),
      sql<string>`coalesce(after->>'method', '')`.as('method'),
      sql<string>`coalesce(after->>'reason', '')`.as('reason'),
    ])
    .orderBy('seq', 'desc')
export type StoredSignIn = Awaited<ReturnType<typeof signInLogsRepository.batch>>[number]

export const signInLogsRepository = {
  /** Successful sign-ins of one user, newest first. */
  ofUser: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('audit_log')
      .where('company_id', '=', companyId)
      .where('actor_id', '=', userId)
      .where('event', 'in', startedEvents)
      .where('ok', '=', true)
      .select(['time', 'ip', 'agent'])
      .orderBy('seq', 'desc'),

  /** Sign-ins and attempts in the caller's row scope, newest first. Takes the time zone of the time filter. */
  list(db: Db, actor: Actor, query: SignInsFilter & ListQuery, timeZone: string) {
    const matching = matchingSignIns(db, actor, query, timeZone)
    return fetchPage(db, query, signInRows(matching), matching)
  },

  /** Counts over time. Where an index holds all that is asked, all; otherwise the newest. */
  histogram: (db: Db, actor: Actor, query: SignInsFilter, timeZone: string) =>
    logHistogram(db, { time: query['f.time'], timeZone }, async (buckets) => {
      if (query.search || visibleTo(actor, signInOwner)) {
        await readInOrder(db, actor)
        return countNewest(
          db,
          buckets,
          newestSignIns(db, actor, query, timeZone, maxCountedRows + 1).outcomes,
          isFound(query.search),
        )
      }
      const { 'f.time': _time, ...whole } = query
      const within = sql<boolean>`seq >= bounds.low and seq < bounds.high`
      return countEach(db, buckets, visibleSignIns(db, actor, whole, timeZone).where(within).select(['ok', 'code']))
    }),

  /** Number of sign-ins by address, of the newest `most`; `since`: the time of the oldest of these, if there are more. */
  async addresses(db: Db, actor: Actor, query: SignInsFilter, timeZone: string, most: number) {
    const newest = newestSignIns(db, actor, query, timeZone, most + 1).addresses
    await readInOrder(db, actor)
    const { rows } = await sql<{ ip: string; success: number; failure: number; looked: number; since: string }>`
      with newest as materialized (select * from ${newest} as newest)
      select ip, count(*) filter (where ok) as success, count(*) filter (where not ok) as failure,
        (select count(*) from newest) as looked, (select min(time) from newest) as since
      from newest where ${isFound(query.search)} group by ip`.execute(db)
    const [{ looked = 0, since = null } = {}] = rows
    return { addresses: rows, since: looked > most ? since : null }
  },

  count: (db: Db, actor: Actor, query: SignInsFilter, timeZone: string, limit: number) =>
    countUpTo(db, matchingSignIns(db, actor, query, timeZone), limit),
  /** Those behind a number, newest first. */
  batch(db: Db, actor: Actor, query: SignInsFilter, timeZone: string, after: number | undefined, size: number) {
    const matching = matchingSignIns(db, actor, query, timeZone)
    return signInRows(after === undefined ? matching : matching.where('seq', '<', after))
      .limit(size)
      .execute()
  },
}
