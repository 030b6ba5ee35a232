import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { likePattern } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import { seenBy } from '../../kernel/db/row-scope.ts'
import { momentsOf } from '../../kernel/db/time-range.ts'
import type { Actor } from '../../kernel/scope.ts'

type Narrowed = ListQuery & { 'f.result'?: 'success' | 'failure' | undefined; 'f.time'?: string | undefined }

const verified = ['signIn.verified', 'portalSignIn.verified']
const started = ['session.started', 'portalSession.started']
/** The specification's own code for "one more step": neither a success nor a failure. */
const moreInput = 111

/** A sign-in is one row: the session it opened, or the step it failed at. */
const signIns = (db: Db) =>
  db
    .selectFrom('audit_log')
    .where('event', 'in', [...verified, ...started])
    .where('code', '<>', moreInput)
    .where((eb) => eb.or([eb('event', 'in', started), eb('ok', '=', false)]))

export const signInLogsRepository = {
  /** Sign-ins and attempts of the company at hand, of those the caller sees, newest first. In: the zone its time filter is meant in. */
  list(db: Db, actor: Actor, query: Narrowed, timeZone: string) {
    const seen = seenBy(actor, { resource: 'users', owner: 'audit_log.actor_id' })
    let matching = seen ? signIns(db).where(seen) : signIns(db)
    if (query['f.result']) matching = matching.where('ok', '=', query['f.result'] === 'success')
    if (query['f.time']) {
      const { from, before } = momentsOf(query['f.time'], timeZone)
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
    return pageOf(db, query, rows, matching)
  },
}
