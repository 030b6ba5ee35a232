import type {
  AppRequestRow,
  AppRequestState,
  AppRequestWrite,
  RequestableApp,
} from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import type { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { isVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'
import { isOpenable, isShownTo, logoFile } from './shown-apps.repository.ts'

export type AppRequestsQuery = InputOf<typeof appRequestsContract.approvals>['query']
type Decision = { state: AppRequestState; reason: string; by: Person }

/** Requests of users who are not deleted. */
const presentRequests = (db: Db) =>
  db
    .selectFrom('app_requests as request')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'request.company_id').onRef('users.id', '=', 'request.user_id'),
    )
    .innerJoin('open_apps as app', (join) =>
      join.onRef('app.company_id', '=', 'request.company_id').onRef('app.id', '=', 'request.app_id'),
    )
    .where('users.deleted_at', 'is', null)
type Found = ReturnType<typeof presentRequests>

const ofUser = (db: Db, { companyId, userId }: Owner) =>
  presentRequests(db).where('request.company_id', '=', companyId).where('request.user_id', '=', userId)
/** Those that a user decides on: as an approver, but never their own. */
const decidedBy = (db: Db, { companyId, userId }: Owner) =>
  presentRequests(db)
    .where('request.company_id', '=', companyId)
    .where('request.user_id', '<>', userId)
    .where(sql<boolean>`${userId}::uuid in (select approvers_of_app(request.company_id, request.app_id))`)

const matching = (
  rows: Found,
  { search, 'f.state': state }: AppRequestsQuery,
  columns: readonly ('app' | 'users')[],
) => {
  const found = search
    ? rows.where((eb) => eb.or(columns.map((table) => eb(`${table}.name`, 'ilike', likePattern(search)))))
    : rows
  return state ? found.where('request.state', '=', state) : found
}
const withColumns = (rows: Found) =>
  rows
    .select([
      'request.id',
      sql`json_build_object('id', app.id, 'name', app.name)`.as('app'),
      sql`json_build_object('id', users.id, 'name', users.name, 'account', users.account)`.as('user'),
      'request.reason',
      'request.until_at as until',
      'request.state',
      'request.decide_reason as decideReason',
      'request.created_at as createTime',
      'request.decided_at as decideTime',
      'request.decided_by as decideBy',
      'request.version',
    ])
    .$castTo<AppRequestRow>()
const readPage = (db: Db, found: Found, query: AppRequestsQuery) =>
  fetchPage(
    db,
    query,
    withColumns(found)
      .orderBy('request.created_at', query.sort === 'createTime' ? 'asc' : 'desc')
      .orderBy('request.id'),
    found,
  )

/** Applications of the company with their settings for the portal, that a user does not see and may ask for. */
const requestable = (db: Db, owner: Owner) =>
  db
    .selectFrom('open_app_portals as portal')
    .innerJoin('open_apps as app', (join) =>
      join.onRef('app.company_id', '=', 'portal.company_id').onRef('app.id', '=', 'portal.app_id'),
    )
    .innerJoin('companies as offering', 'offering.id', 'portal.company_id')
    .where('portal.company_id', '=', owner.companyId)
    .where('portal.requestable', '=', true)
    .where(isOpenable)
    .where(sql<boolean>`not ${isShownTo(owner)}`)
    .select(['app.id', 'app.name', 'app.description as desc', 'portal.category', 'offering.name as company'])

/** The user's latest request for `app`, as long as it says why the application is not there. */
const latestRequest = ({ companyId, userId }: Owner) => sql<RequestableApp['request']>`(
  select case when state in ('open', 'rejected', 'revoked') then json_build_object('id', id, 'state', state,
    'decideReason', decide_reason,
    'createTime', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
  from app_requests where company_id = ${companyId} and user_id = ${userId} and app_id = app.id
  order by created_at desc limit 1)`

/** Requests for applications of the acting company. */
export const appRequestsRepository = {
  requestable: (db: Db, owner: Owner) =>
    requestable(db, owner)
      .select([latestRequest(owner).as('request'), logoFile.as('logoFile')])
      .orderBy(byName('portal.category'))
      .orderBy(byName('app.name'))
      .orderBy('app.id')
      .execute(),
  findRequestable: (db: Db, owner: Owner, appId: string) =>
    requestable(db, owner).where('app.id', '=', appId).executeTakeFirst(),

  listOwn: (db: Db, owner: Owner, query: AppRequestsQuery) =>
    readPage(db, matching(ofUser(db, owner), query, ['app']), query),
  listDecidedBy: (db: Db, owner: Owner, query: AppRequestsQuery) =>
    readPage(db, matching(decidedBy(db, owner), query, ['app', 'users']), query),
  /** Requests for an application, in the caller's row scope. */
  listForApp(db: Db, actor: Viewer, appId: string, query: AppRequestsQuery) {
    const all = presentRequests(db).where('request.app_id', '=', appId)
    const isVisible = isVisibleUser(actor, 'request.user_id')
    return readPage(db, matching(isVisible ? all.where(isVisible) : all, query, ['users']), query)
  },
  /** Open requests that wait for a user, latest first. */
  waitingFor: (db: Db, owner: Owner) =>
    decidedBy(db, owner)
      // A literal, for the partial index.
      .where('request.state', '=', sql.lit('open'))
      .select(['request.id', 'users.name as who', 'app.name as what', 'request.created_at as time'])
      .orderBy('request.created_at', 'desc'),

  /** Locks a request until the transaction ends, which serialises decisions. */
  lock: async (db: Db, id: string) => {
    await db.selectFrom('app_requests').where('id', '=', id).select('id').forUpdate().execute()
  },
  findOwn: (db: Db, owner: Owner, id: string) =>
    withColumns(ofUser(db, owner)).where('request.id', '=', id).executeTakeFirst(),
  findDecidedBy: (db: Db, owner: Owner, id: string) =>
    withColumns(decidedBy(db, owner)).where('request.id', '=', id).executeTakeFirst(),
  findForApp: (db: Db, actor: Viewer, appId: string, id: string) => {
    const all = presentRequests(db).where('request.app_id', '=', appId).where('request.id', '=', id)
    const isVisible = isVisibleUser(actor, 'request.user_id')
    return withColumns(isVisible ? all.where(isVisible) : all).executeTakeFirst()
  },

  /** Accounts of those who decide on requests of a user. */
  approverAccounts: async (db: Db, { companyId, userId }: Owner, appId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('users')
        .where('company_id', '=', companyId)
        .where('id', '<>', userId)
        .where(sql<boolean>`id in (select approvers_of_app(${companyId}, ${appId}))`)
        .select('account')
        .execute()
    ).map(({ account }) => account),
  /** Whether an application can be opened and takes requests. */
  isAccepting: async (db: Db, appId: string): Promise<boolean> =>
    (await db
      .selectFrom('open_app_portals as portal')
      .innerJoin('open_apps as app', (join) =>
        join.onRef('app.company_id', '=', 'portal.company_id').onRef('app.id', '=', 'portal.app_id'),
      )
      .where('app.id', '=', appId)
      .where('portal.requestable', '=', true)
      .where(isOpenable)
      .select('app.id')
      .executeTakeFirst()) !== undefined,

  async insert(db: Db, { companyId, userId }: Owner, appId: string, { reason, until }: AppRequestWrite) {
    const id = newId()
    const row = { company_id: companyId, id, app_id: appId, user_id: userId, reason, until_at: until }
    await db.insertInto('app_requests').values(row).execute()
    return id
  },
  decide: (db: Db, id: string, { state, reason, by }: Decision, until?: { until: string | null }) =>
    db
      .updateTable('app_requests')
      .set({ state, decide_reason: reason, decided_at: sql`now()`, decided_by: JSON.stringify(by) })
      .set({ version: sql`version + 1`, ...(until && { until_at: until.until }) })
      .where('id', '=', id)
      .execute(),
}
