import type { SignInsFilter } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import type { Actor, Owner } from '../../../kernel/scope.ts'
import { visibleTo } from '../../access/row-scopes/index.ts'

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

/** Sign-ins and attempts in the caller's row scope. Takes the time zone of the time filter. */
const matchingSignIns = (db: Db, actor: Actor, query: SignInsFilter, timeZone: string) => {
  const visible = visibleTo(actor, { resource: 'users', owner: 'audit_log.actor_id' })
  let matching = visible ? signIns(db).where(visible) : signIns(db)
  if (query['f.result']) matching = matching.where('ok', '=', query['f.result'] === 'success')
  if (query['f.time']) {
    const { from, before } = parseTimeRange(query['f.time'], timeZone)
    matching = matching.where('time', '>=', from).where('time', '<', before)
  }
  if (query.search) {
    const like = likePattern(query.search)
    matching = matching.where((eb) => eb.or([eb('entity_name', 'ilike', like), eb('ip', 'ilike', like)]))
  }
  return matching
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
