import type {
  SwitchRequest,
  VisitCheck,
  VisitRequestRow,
  visitsContract,
} from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { allowanceHours } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import { isVisibleOrganization, type Viewer } from '../../access/row-scopes/index.ts'

export type VisitRequestsQuery = InputOf<typeof visitsContract.list>['query']
/** The requester with their home company, since the company asked does not know them. */
export type Requester = {
  userId: string
  name: string
  account: string
  homeCompanyId: string
  homeCompanyName: string
}
type OwnRequest = NonNullable<VisitCheck['request']>

const isLapsed = sql<boolean>`(visit_requests.state = 'allowed' and visit_requests.use_until <= now())`
const isUsable = sql<boolean>`(visit_requests.state = 'allowed' and visit_requests.use_until > now())`
const state = sql<OwnRequest['state']>`case when ${isLapsed} then 'lapsed' else visit_requests.state end`

const withOrg = (db: Db) =>
  db
    .selectFrom('visit_requests')
    .leftJoin('orgs', (join) =>
      join.onRef('orgs.company_id', '=', 'visit_requests.company_id').onRef('orgs.id', '=', 'visit_requests.org_id'),
    )
const requestColumns = [
  'visit_requests.id',
  state.as('state'),
  'visit_requests.org_id as orgId',
  sql<string>`coalesce(orgs.name, '')`.as('orgName'),
  sql<OwnRequest['mode']>`visit_requests.mode`.as('mode'),
  'visit_requests.reason',
  'visit_requests.minutes',
  'visit_requests.decide_reason as decideReason',
  'visit_requests.created_at as createTime',
  'visit_requests.decided_at as decideTime',
  'visit_requests.use_until as useUntil',
] as const
const lockedColumns = [
  'id',
  'company_id as companyId',
  'state',
  sql<OwnRequest['mode']>`mode`.as('mode'),
  'minutes',
  'version',
  'user_id as userId',
  sql<{ name: string; account: string }>`asked_by`.as('user'),
  sql<{ name: string }>`home`.as('company'),
] as const

/** Guests are in no organisation: a narrow row scope shows the requests for its organisations. */
const filterRequests = (db: Db, actor: Viewer, { search, 'f.state': stateFilter }: VisitRequestsQuery) => {
  let rows = withOrg(db)
  const isVisible = isVisibleOrganization(actor, 'visit_requests.org_id')
  if (isVisible) rows = rows.where(isVisible)
  if (search) {
    const like = likePattern(search)
    rows = rows.where((eb) =>
      eb.or([eb(sql`asked_by->>'name'`, 'ilike', like), eb(sql`asked_by->>'account'`, 'ilike', like)]),
    )
  }
  return stateFilter ? rows.where(sql<boolean>`${state} = ${stateFilter}`) : rows
}
const updateRow = (db: Db, id: string) => db.updateTable('visit_requests').where('id', '=', id)
const decisionColumns = (by: Person) => ({
  decided_at: sql<string>`now()`,
  decided_by: JSON.stringify(by),
  version: sql<number>`version + 1`,
})

/** Rows that wait for a decision. */
export const waitingVisits = sql`select company_id, id from visit_requests where state = 'open'`

/** Visit requests of the platform's operators. */
export const visitRequestsRepository = {
  /** Requests to the current company. */
  list(db: Db, actor: Viewer, query: VisitRequestsQuery) {
    const found = filterRequests(db, actor, query)
    const page = found
      .select(requestColumns)
      .select([
        'visit_requests.asked_by as user',
        'visit_requests.home as company',
        'visit_requests.decided_by as decideBy',
        'visit_requests.version',
      ])
      .orderBy('visit_requests.created_at', query.sort === 'createTime' ? 'asc' : 'desc')
      .orderBy('visit_requests.id')
      .$castTo<VisitRequestRow>()
    return fetchPage(db, query, page, found)
  },

  /** Open requests to the current company, newest first. */
  open: (db: Db, actor: Viewer) => {
    const all = db.selectFrom('visit_requests')
    const isVisible = isVisibleOrganization(actor, 'visit_requests.org_id')
    return (
      (isVisible ? all.where(isVisible) : all)
        // A literal, for the partial index.
        .where('state', '=', sql.lit('open'))
        .select(['id', sql<string>`asked_by->>'name'`.as('who'), 'reason as what', 'minutes', 'created_at as time'])
        .orderBy('created_at', 'desc')
    )
  },

  /** The user's newest request to a company that is open or usable. */
  findPending: (db: Db, companyId: string, userId: string): Promise<OwnRequest | undefined> =>
    withOrg(db)
      .where('visit_requests.company_id', '=', companyId)
      .where('visit_requests.user_id', '=', userId)
      .where(sql<boolean>`(visit_requests.state = 'open' or ${isUsable})`)
      .orderBy(isUsable, 'desc')
      .orderBy('visit_requests.created_at', 'desc')
      .limit(1)
      .select(requestColumns)
      .executeTakeFirst(),

  /** Locks the usable request until the transaction ends, so that it is used once. */
  lockAllowance: (db: Db, companyId: string, userId: string) =>
    db
      .selectFrom('visit_requests')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where(isUsable)
      .orderBy('created_at', 'desc')
      .limit(1)
      .select(['id', 'minutes', 'org_id as orgId', sql<SwitchRequest['mode']>`mode`.as('mode')])
      .forUpdate()
      .executeTakeFirst(),
  markUsed: (db: Db, id: string) => updateRow(db, id).set({ state: 'used', version: sql`version + 1` }).execute(),

  /**
   * Saves a request; a repeated one replaces the open one.
   * @returns its id and whether it is new
   */
  save: async (db: Db, companyId: string, by: Requester, { orgId, mode, reason, minutes }: SwitchRequest) => {
    const terms = { org_id: orgId, mode, reason, minutes }
    const { userId, name, account, homeCompanyId, homeCompanyName } = by
    const id = newId()
    const saved = await db
      .insertInto('visit_requests')
      .values({
        company_id: companyId,
        id,
        home_company_id: homeCompanyId,
        user_id: userId,
        ...terms,
        asked_by: JSON.stringify({ id: userId, name, account }),
        home: JSON.stringify({ id: homeCompanyId, name: homeCompanyName }),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'user_id'])
          // A literal: a cached plan could not use the partial index with a parameter.
          .where('state', '=', sql.lit('open'))
          .doUpdateSet({ ...terms, version: sql<number>`visit_requests.version + 1` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: saved.id, isNew: saved.id === id }
  },

  /** Locks a visible request of the current company until the transaction ends, to serialise decisions. */
  lockRow: (db: Db, actor: Viewer, id: string) => {
    const request = db.selectFrom('visit_requests').where('id', '=', id)
    const isVisible = isVisibleOrganization(actor, 'visit_requests.org_id')
    return (isVisible ? request.where(isVisible) : request).select(lockedColumns).forUpdate().executeTakeFirst()
  },
  findRow: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('visit_requests')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(lockedColumns)
      .executeTakeFirst(),
  /** Ends an open request without a decision. */
  end: (db: Db, companyId: string, id: string, reason: string, by: Person) =>
    updateRow(db, id)
      .where('company_id', '=', companyId)
      .where('state', '=', 'open')
      .set({ state: 'rejected', decide_reason: reason, ...decisionColumns(by) })
      .execute(),
  /** Returns the time until which it can be used. */
  allow: async (db: Db, id: string, minutes: number, by: Person): Promise<string> => {
    const { until } = await updateRow(db, id)
      .set({ state: 'allowed', minutes, use_until: sql`now() + make_interval(hours => ${allowanceHours})` })
      .set(decisionColumns(by))
      .returning(sql<string>`use_until`.as('until'))
      .executeTakeFirstOrThrow()
    return until
  },
  reject: (db: Db, id: string, reason: string, by: Person) =>
    updateRow(db, id)
      .set({ state: 'rejected', decide_reason: reason, ...decisionColumns(by) })
      .execute(),
}
