import type { AccessRequestRow } from '@atrium/contract/features/explain/access-request-row.ts'
import type { accessRequestsContract } from '@atrium/contract/features/explain/access-requests.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { isSeenUser } from '../../kernel/db/seen-users.ts'
import { newId } from '../../kernel/ids.ts'
import { elementName } from './judged-calls.repository.ts'

export type AccessRequestsQuery = InputOf<typeof accessRequestsContract.list>['query']
type Owner = { companyId: string; userId: string }
type Wish = { element: string; menuId: string | null; traceId: string; reason: string }
type Decided = { state: 'approved' | 'rejected'; role: { id: string; name: string } | null; reason: string; by: Person }

/** Requests of people who are there: whoever lies in the recycle bin takes his along, and brings them back. */
const present = (db: Db) =>
  db
    .selectFrom('access_requests')
    .innerJoin('users', (join) =>
      join
        .onRef('users.company_id', '=', 'access_requests.company_id')
        .onRef('users.id', '=', 'access_requests.user_id'),
    )
    .innerJoin('elements', 'elements.code', 'access_requests.element')
    .innerJoin('modules', 'modules.code', 'elements.module')
    .leftJoin('menus', 'menus.id', 'access_requests.menu_id')
    .where('users.deleted_at', 'is', null)

/** Those of people in the caller's row scope. */
const seenBy = (db: Db, actor: Seer) => {
  const seen = isSeenUser(actor, 'access_requests.user_id')
  return seen ? present(db).where(seen) : present(db)
}

const matching = (db: Db, actor: Seer, { search, 'f.state': state }: AccessRequestsQuery) => {
  let rows = seenBy(db, actor)
  if (search) {
    const like = likePattern(search)
    rows = rows.where((eb) => eb.or([eb('users.name', 'ilike', like), eb('users.account', 'ilike', like)]))
  }
  return state ? rows.where('access_requests.state', '=', state) : rows
}
const own = (db: Db, { companyId, userId }: Owner, elements: readonly string[]) =>
  db
    .selectFrom('access_requests')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`element = any(${elements}::text[])`)

const listed = (db: Db, found: ReturnType<typeof present>, query: ListQuery) => {
  const rows = found
    .select([
      'access_requests.id',
      sql<AccessRequestRow['user']>`json_build_object('id', users.id, 'name', users.name, 'account', users.account)`.as(
        'user',
      ),
      sql<
        AccessRequestRow['element']
      >`json_build_object('code', elements.code, 'name', ${elementName}, 'risk', elements.risk)`.as('element'),
      sql<AccessRequestRow['page']>`case when menus.id is not null then
        json_build_object('id', menus.id, 'name', menus.name) end`.as('page'),
      'access_requests.trace_id as traceId',
      'access_requests.reason',
      'access_requests.state',
      'access_requests.role',
      'access_requests.decide_reason as decideReason',
      'access_requests.created_at as createTime',
      'access_requests.decided_at as decideTime',
      'access_requests.decided_by as decideBy',
      'access_requests.version',
    ])
    .orderBy('access_requests.created_at', query.sort === 'createTime' ? 'asc' : 'desc')
    .orderBy('access_requests.id')
    .$castTo<AccessRequestRow>()
  return pageOf(db, query, rows, found)
}

export const accessRequestsRepository = {
  list: (db: Db, actor: Seer, query: AccessRequestsQuery) => listed(db, matching(db, actor, query), query),
  /** What one person asked for himself, found by what it is called and by what he wrote. */
  listOwn: (db: Db, { companyId, userId }: Owner, query: AccessRequestsQuery) => {
    const { search, 'f.state': state } = query
    const like = likePattern(search)
    const found = present(db)
      .where('access_requests.company_id', '=', companyId)
      .where('access_requests.user_id', '=', userId)
      .where((eb) => eb.or([eb(elementName, 'ilike', like), eb('access_requests.reason', 'ilike', like)]))
    return listed(db, state ? found.where('access_requests.state', '=', state) : found, query)
  },

  find: (db: Db, actor: Seer, id: string) =>
    seenBy(db, actor).where('access_requests.id', '=', id).select(held).executeTakeFirst(),
  /** The same request, held until the transaction ends, so that two who decide take turns. */
  hold: (db: Db, actor: Seer, id: string) =>
    seenBy(db, actor).where('access_requests.id', '=', id).select(held).forUpdate('access_requests').executeTakeFirst(),

  findOpen: (db: Db, owner: Owner, elements: readonly string[]) =>
    own(db, owner, elements).where('state', '=', 'open').select('id').limit(1).executeTakeFirst(),
  /** What became of the wish for one of these, lately; what was granted before that moment has been taken since. */
  findLatest: (db: Db, owner: Owner, elements: readonly string[], since: string) =>
    own(db, owner, elements)
      .where((eb) => eb.or([eb('state', '<>', 'approved'), eb('decided_at', '>=', since)]))
      .orderBy('created_at', 'desc')
      .select(['state', 'created_at as createTime', 'decided_at as decideTime', 'decide_reason as decideReason'])
      .$castTo<Pick<AccessRequestRow, 'state' | 'createTime' | 'decideTime' | 'decideReason'>>()
      .limit(1)
      .executeTakeFirst(),

  insert: (db: Db, { companyId, userId }: Owner, { element, menuId, traceId, reason }: Wish) =>
    db
      .insertInto('access_requests')
      .values({
        company_id: companyId,
        id: newId(),
        user_id: userId,
        element,
        menu_id: menuId,
        trace_id: traceId,
        reason,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  decide: (db: Db, id: string, { state, role, reason, by }: Decided) =>
    db
      .updateTable('access_requests')
      .set({
        ...{ state, decide_reason: reason, decided_at: sql`now()`, decided_by: JSON.stringify(by) },
        ...{ role: role && JSON.stringify(role), version: sql`version + 1` },
      })
      .where('id', '=', id)
      .execute(),
}
const held = [
  'access_requests.id',
  'access_requests.user_id as userId',
  'users.name as userName',
  'access_requests.element',
  'access_requests.menu_id as menuId',
  elementName.as('elementName'),
  'access_requests.reason',
  'access_requests.state',
  'access_requests.version',
] as const
