import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { sortColumn } from '../../../kernel/db/by-name.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { visibleTo } from '../../access/row-scopes/index.ts'
import { isSamePerson, userRows } from '../../people/users/index.ts'

type SessionsFilter = ListQuery & { 'f.client'?: string | undefined }

const columns = { createTime: 'sessions.created_at', lastTime: 'sessions.last_seen_at' } as const
/** Live sessions. Visits count as part of the session they were started from, and end with it. */
const liveSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('sessions.parent_id', 'is', null)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.idle_expires_at', '>', sql<string>`now()`)
    .where('sessions.absolute_expires_at', '>', sql<string>`now()`)
const visibleSessions = (db: Db, actor: Actor) => {
  const visible = visibleTo(actor, userRows)
  return visible ? liveSessions(db).where(visible) : liveSessions(db)
}
const sessionColumns = [
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
  /** Live sessions of the company's users in the caller's row scope, newest first. */
  list(db: Db, actor: Actor, query: SessionsFilter) {
    let matching = visibleSessions(db, actor)
    if (query['f.client']) matching = matching.where('sessions.client', '=', query['f.client'])
    if (query.search) {
      const like = likePattern(query.search)
      matching = matching.where((eb) => eb.or([eb('users.account', 'ilike', like), eb('users.name', 'ilike', like)]))
    }
    let page = matching.select(sessionColumns).select(['users.id as userId', 'users.account', 'users.name'])
    for (const { column, direction } of parseSort(query.sort || '-createTime', columns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('sessions.id'), matching)
  },

  /** Live sessions of one user, newest first. */
  ofUser: (db: Db, companyId: string, userId: string) =>
    liveSessions(db)
      .where('sessions.company_id', '=', companyId)
      .where('sessions.user_id', '=', userId)
      .select(sessionColumns)
      .orderBy('sessions.created_at', 'desc')
      .execute(),

  /** Live sessions of a principal in all of their companies, newest first. Needs platform reach. */
  ofPrincipal: (db: Db, principal: { companyId: string; userId: string }) =>
    liveSessions(db)
      .innerJoin('companies', 'companies.id', 'sessions.company_id')
      .where(isSamePerson(principal))
      .select(sessionColumns)
      .select('companies.name as company')
      .orderBy('sessions.created_at', 'desc')
      .execute(),
  /**
   * The user a live session of the principal belongs to; undefined if ended or of another principal. Needs platform
   * reach.
   */
  findOwnSession: (db: Db, principal: { companyId: string; userId: string }, id: string) =>
    liveSessions(db)
      .where(isSamePerson(principal))
      .where('sessions.id', '=', id)
      .select(['users.id', 'users.company_id as companyId', 'users.name'])
      .executeTakeFirst(),

  /** Owner of a live session in the caller's row scope. */
  findOwner: (db: Db, actor: Actor, id: string) =>
    visibleSessions(db, actor)
      .where('sessions.id', '=', id)
      .select(['users.id as userId', 'users.company_id as companyId', 'users.name'])
      .executeTakeFirst(),
}
