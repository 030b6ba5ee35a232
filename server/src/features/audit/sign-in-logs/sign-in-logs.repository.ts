import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import type { Actor, Owner } from '../../../kernel/scope.ts'
import { visibleTo } from '../../access/row-scopes/index.ts'

type SignInLogsFilter = ListQuery & { 'f.result'?: 'success' | 'failure' | undefined; 'f.time'?: string | undefined }

const verifiedEvents = ['signIn.verified', 'portalSignIn.verified']
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

  /** Sign-ins and attempts in the caller's row scope, newest first. In: the time zone of the time filter. */
  list(db: Db, actor: Actor, query: SignInLogsFilter, timeZone: string) {
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
    const rows = matching
      .select(['id', 'time', 'actor_id as userId', 'ip', 'agent', 'ok', 'code', 'trace_id as traceId'])
      .select([
        sql<string>`coalesce(actor->>'name', entity_name, '')`.as('who'),
        sql<string>`coalesce(after->>'method', '')`.as('method'),
        sql<string>`coalesce(after->>'reason', '')`.as('reason'),
      ])
      .orderBy('seq', 'desc')
    return fetchPage(db, query, rows, matching)
  },
}
