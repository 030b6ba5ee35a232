import type { AccessRequestRow } from '@atrium/contract/features/governance/explain/access-request-row.ts'
import type { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { nameHolds } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'
import { elementName } from './evaluated-calls.repository.ts'

export type AccessRequestsQuery = InputOf<typeof accessRequestsContract.list>['query']
type Owner = { companyId: string; userId: string }
type NewRequest = { element: string; menuId: string | null; traceId: string; reason: string }
type RequestDecision = {
  state: 'approved' | 'rejected'
  role: { id: string; name: string } | null
  reason: string
  by: Person
}

/** Requests of users who are not deleted; restoring a user brings their requests back. */
const ofPresentUsers = (db: Db) =>
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

/** Those of users in the caller's row scope. */
const visibleTo = (db: Db, actor: Viewer) => {
  const condition = isVisibleUser(actor, 'access_requests.user_id')
  return condition ? ofPresentUsers(db).where(condition) : ofPresentUsers(db)
}

const matching = (db: Db, actor: Viewer, { search, 'f.state': state }: AccessRequestsQuery) => {
  let rows = visibleTo(db, actor)
  if (search) {
    const like = likePattern(search)
    rows = rows.where((eb) => eb.or([eb('users.name', 'ilike', like), eb('users.account', 'ilike', like)]))
  }
  return state ? rows.where('access_requests.state', '=', state) : rows
}
const ownRequests = (db: Db, { companyId, userId }: Owner, elements: readonly string[]) =>
  db
    .selectFrom('access_requests')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`element = any(${elements}::text[])`)

const readPage = (db: Db, found: ReturnType<typeof ofPresentUsers>, query: ListQuery) => {
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
  return fetchPage(db, query, rows, found)
}

/** Rows that wait for a decision. Restoring a deleted user brings theirs back. */
export const waitingRequests = sql`select asked.company_id, asked.id from access_requests asked
  join users on users.company_id = asked.company_id and users.id = asked.user_id
  where asked.state = 'open' and users.deleted_at is null`

export const accessRequestsRepository = {
  list: (db: Db, actor: Viewer, query: AccessRequestsQuery) => readPage(db, matching(db, actor, query), query),
  /** The user's own requests, searched by element name and reason. */
  listOwn: (db: Db, { companyId, userId }: Owner, query: AccessRequestsQuery) => {
    const { search, 'f.state': state } = query
    const like = likePattern(search)
    const found = ofPresentUsers(db)
      .where('access_requests.company_id', '=', companyId)
      .where('access_requests.user_id', '=', userId)
      .where((eb) => eb.or([nameHolds(elementName, search), eb('access_requests.reason', 'ilike', like)]))
    return readPage(db, state ? found.where('access_requests.state', '=', state) : found, query)
  },

  /** Open requests of users in the caller's row scope, newest first. */
  open: (db: Db, actor: Viewer) =>
    visibleTo(db, actor)
      // A literal: a cached plan could not use the partial index with a parameter.
      .where('access_requests.state', '=', sql.lit('open'))
      .select(['access_requests.id', 'users.name as who', elementName.as('what'), 'access_requests.created_at as time'])
      .orderBy('access_requests.created_at', 'desc'),
  /** The user's own requests, newest first. */
  own: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('access_requests')
      .innerJoin('elements', 'elements.code', 'access_requests.element')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where('access_requests.company_id', '=', companyId)
      .where('access_requests.user_id', '=', userId)
      .select(['access_requests.id', elementName.as('element'), 'access_requests.state'])
      .select(['access_requests.created_at as time', 'access_requests.decided_at as decideTime'])
      .select(['access_requests.decide_reason as decideReason', 'access_requests.trace_id as traceId'])
      .orderBy('access_requests.created_at', 'desc'),

  find: (db: Db, actor: Viewer, id: string) =>
    visibleTo(db, actor).where('access_requests.id', '=', id).select(requestColumns).executeTakeFirst(),
  /** Locks the request until the transaction ends, which serialises decisions. */
  hold: (db: Db, actor: Viewer, id: string) =>
    visibleTo(db, actor)
      .where('access_requests.id', '=', id)
      .select(requestColumns)
      .forUpdate('access_requests')
      .executeTakeFirst(),

  /** What its approval knows of a request. */
  findSubject: (db: Db, companyId: string, id: string) =>
    ofPresentUsers(db)
      .where('access_requests.company_id', '=', companyId)
      .where('access_requests.id', '=', id)
      .select(requestColumns)
      .executeTakeFirst(),

  findOpen: (db: Db, owner: Owner, elements: readonly string[]) =>
    ownRequests(db, owner, elements).where('state', '=', 'open').select('id').limit(1).executeTakeFirst(),
  /**
   * The latest request for one of these elements. Approvals before `since` are left out: their role has been revoked
   * again.
   */
  findLatest: (db: Db, owner: Owner, elements: readonly string[], since: string) =>
    ownRequests(db, owner, elements)
      .where((eb) => eb.or([eb('state', '<>', 'approved'), eb('decided_at', '>=', since)]))
      .orderBy('created_at', 'desc')
      .select(['state', 'created_at as createTime', 'decided_at as decideTime', 'decide_reason as decideReason'])
      .$castTo<Pick<AccessRequestRow, 'state' | 'createTime' | 'decideTime' | 'decideReason'>>()
      .limit(1)
      .executeTakeFirst(),

  insert: (db: Db, { companyId, userId }: Owner, { element, menuId, traceId, reason }: NewRequest) =>
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

  /** Ends an open request without a decision. */
  end: (db: Db, companyId: string, id: string, reason: string, by: Person) =>
    db
      .updateTable('access_requests')
      .set({ state: 'rejected', decide_reason: reason, decided_at: sql`now()`, decided_by: JSON.stringify(by) })
      .set({ version: sql<number>`version + 1` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute(),

  decide: (db: Db, id: string, { state, role, reason, by }: RequestDecision) =>
    db
      .updateTable('access_requests')
      .set({
        state,
        decide_reason: reason,
        decided_at: sql`now()`,
        decided_by: JSON.stringify(by),
        role: role && JSON.stringify(role),
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute(),
}
const requestColumns = [
  'access_requests.id',
  'access_requests.user_id as userId',
  'users.name as userName',
  'access_requests.element',
  'access_requests.menu_id as menuId',
  elementName.as('elementName'),
  'elements.risk',
  'access_requests.reason',
  'access_requests.state',
  'access_requests.version',
] as const
