import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { likePattern } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { orderOf, pageOf } from '../../kernel/db/page-of.ts'
import { seenBy } from '../../kernel/db/row-scope.ts'
import type { Actor } from '../../kernel/scope.ts'
import { isPerson, userRows } from '../users/index.ts'

type Narrowed = ListQuery & { 'f.client'?: string | undefined }

const columns = { createTime: 'sessions.created_at', lastTime: 'sessions.last_seen_at' } as const
/** A visit is shown with the session it was begun from, and ends with it. */
const living = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('sessions.parent_id', 'is', null)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.idle_expires_at', '>', sql<string>`now()`)
    .where('sessions.absolute_expires_at', '>', sql<string>`now()`)
const seenSessions = (db: Db, actor: Actor) => {
  const seen = seenBy(actor, userRows)
  return seen ? living(db).where(seen) : living(db)
}
const shown = [
  'sessions.id',
  'sessions.ip',
  'sessions.agent',
  'sessions.device_name as deviceName',
  'sessions.client',
  'sessions.method',
  'sessions.created_at as createTime',
  'sessions.last_seen_at as lastTime',
] as const

export const onlineSessionsRepository = {
  /** Who of the company at hand, of those the caller sees, is signed in, the latest first. */
  list(db: Db, actor: Actor, query: Narrowed) {
    let matching = seenSessions(db, actor)
    if (query['f.client']) matching = matching.where('sessions.client', '=', query['f.client'])
    if (query.search) {
      const like = likePattern(query.search)
      matching = matching.where((eb) => eb.or([eb('users.account', 'ilike', like), eb('users.name', 'ilike', like)]))
    }
    let page = matching.select(shown).select(['users.id as userId', 'users.account', 'users.name'])
    for (const { column, direction } of orderOf(query.sort || '-createTime', columns))
      page = page.orderBy(column, direction)
    return pageOf(db, query, page.orderBy('sessions.id'), matching)
  },

  /** The living sessions of one person, the latest first. */
  ofUser: (db: Db, companyId: string, userId: string) =>
    living(db)
      .where('sessions.company_id', '=', companyId)
      .where('sessions.user_id', '=', userId)
      .select(shown)
      .orderBy('sessions.created_at', 'desc')
      .execute(),

  /** The living sessions of whoever signs in as this person, in all his companies, the latest first. Platform sight. */
  ofPerson: (db: Db, principal: { companyId: string; userId: string }) =>
    living(db)
      .innerJoin('companies', 'companies.id', 'sessions.company_id')
      .where(isPerson(principal))
      .select(shown)
      .select('companies.name as company')
      .orderBy('sessions.created_at', 'desc')
      .execute(),
  /** As which user of which company he has this one; undefined where it is over or somebody else's. Platform sight. */
  ownerAmong: (db: Db, principal: { companyId: string; userId: string }, id: string) =>
    living(db)
      .where(isPerson(principal))
      .where('sessions.id', '=', id)
      .select(['users.id', 'users.company_id as companyId', 'users.name'])
      .executeTakeFirst(),

  /** Whose living session this is, of those the caller sees. */
  ownerOf: (db: Db, actor: Actor, id: string) =>
    seenSessions(db, actor)
      .where('sessions.id', '=', id)
      .select(['users.id as userId', 'users.company_id as companyId', 'users.name'])
      .executeTakeFirst(),
}
