import type {
  VisitCheck,
  VisitRequestRow,
  VisitWish,
  visitsContract,
} from '@atrium/contract/features/visits/visits.contract.ts'
import { allowanceHours } from '@atrium/contract/features/visits/visits.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import { organizationSeenBy, type Seer } from '../../kernel/db/row-scope.ts'
import { newId } from '../../kernel/ids.ts'

export type VisitRequestsQuery = InputOf<typeof visitsContract.list>['query']
/** Who asks, as the company that he asks does not know him. */
export type Asker = { userId: string; name: string; account: string; homeCompanyId: string; homeCompanyName: string }
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
const shown = [
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
const held = [
  'id',
  'state',
  'minutes',
  'version',
  sql<{ name: string; account: string }>`asked_by`.as('user'),
  sql<{ name: string }>`home`.as('company'),
] as const

/** Guests are in no organisation: a narrow row scope shows the requests for its organisations. */
const matching = (db: Db, actor: Seer, { search, 'f.state': wanted }: VisitRequestsQuery) => {
  let rows = withOrg(db)
  const seen = organizationSeenBy(actor, 'visit_requests.org_id')
  if (seen) rows = rows.where(seen)
  if (search) {
    const like = likePattern(search)
    rows = rows.where((eb) =>
      eb.or([eb(sql`asked_by->>'name'`, 'ilike', like), eb(sql`asked_by->>'account'`, 'ilike', like)]),
    )
  }
  return wanted ? rows.where(sql<boolean>`${state} = ${wanted}`) : rows
}
const change = (db: Db, id: string) => db.updateTable('visit_requests').where('id', '=', id)
const decided = (by: Person) => ({
  decided_at: sql<string>`now()`,
  decided_by: JSON.stringify(by),
  version: sql<number>`version + 1`,
})

/** What people of the platform ask companies for. */
export const visitRequestsRepository = {
  /** The requests to the company at hand. */
  list(db: Db, actor: Seer, query: VisitRequestsQuery) {
    const found = matching(db, actor, query)
    const page = found
      .select(shown)
      .select([
        'visit_requests.asked_by as user',
        'visit_requests.home as company',
        'visit_requests.decided_by as decideBy',
        'visit_requests.version',
      ])
      .orderBy('visit_requests.created_at', query.sort === 'createTime' ? 'asc' : 'desc')
      .orderBy('visit_requests.id')
      .$castTo<VisitRequestRow>()
    return pageOf(db, query, page, found)
  },

  /** Somebody's newest request to a company that waits or lets him in. */
  pending: (db: Db, companyId: string, userId: string): Promise<OwnRequest | undefined> =>
    withOrg(db)
      .where('visit_requests.company_id', '=', companyId)
      .where('visit_requests.user_id', '=', userId)
      .where(sql<boolean>`(visit_requests.state = 'open' or ${isUsable})`)
      .orderBy(isUsable, 'desc')
      .orderBy('visit_requests.created_at', 'desc')
      .limit(1)
      .select(shown)
      .executeTakeFirst(),

  /** What lets somebody in, held until the transaction ends, so that it does so once. */
  holdAllowance: (db: Db, companyId: string, userId: string) =>
    db
      .selectFrom('visit_requests')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where(isUsable)
      .orderBy('created_at', 'desc')
      .limit(1)
      .select(['id', 'minutes', 'org_id as orgId', sql<VisitWish['mode']>`mode`.as('mode')])
      .forUpdate()
      .executeTakeFirst(),
  use: (db: Db, id: string) => change(db, id).set({ state: 'used', version: sql`version + 1` }).execute(),

  /** Asks a company; who asks again before it has decided says what he wants now. Out: the request, and whether it is a new one. */
  ask: async (db: Db, companyId: string, by: Asker, { orgId, mode, reason, minutes }: VisitWish) => {
    const terms = { org_id: orgId, mode, reason, minutes }
    const { userId, name, account, homeCompanyId, homeCompanyName } = by
    const id = newId()
    const asked = await db
      .insertInto('visit_requests')
      .values({
        ...{ company_id: companyId, id, home_company_id: homeCompanyId, user_id: userId, ...terms },
        asked_by: JSON.stringify({ id: userId, name, account }),
        home: JSON.stringify({ id: homeCompanyId, name: homeCompanyName }),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'user_id'])
          // Said in the statement, not beside it: a plan that is kept would not know the index for another value.
          .where('state', '=', sql.lit('open'))
          .doUpdateSet({ ...terms, version: sql<number>`visit_requests.version + 1` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: asked.id, isNew: asked.id === id }
  },

  /** A request to the company at hand that the caller sees, held until the transaction ends, so that two who decide take turns. */
  hold: (db: Db, actor: Seer, id: string) => {
    const request = db.selectFrom('visit_requests').where('id', '=', id)
    const seen = organizationSeenBy(actor, 'visit_requests.org_id')
    return (seen ? request.where(seen) : request).select(held).forUpdate().executeTakeFirst()
  },
  /** Out: until when it opens the door. */
  allow: async (db: Db, id: string, minutes: number, by: Person): Promise<string> => {
    const { until } = await change(db, id)
      .set({ state: 'allowed', minutes, use_until: sql`now() + make_interval(hours => ${allowanceHours})` })
      .set(decided(by))
      .returning(sql<string>`use_until`.as('until'))
      .executeTakeFirstOrThrow()
    return until
  },
  reject: (db: Db, id: string, reason: string, by: Person) =>
    change(db, id)
      .set({ state: 'rejected', decide_reason: reason, ...decided(by) })
      .execute(),
}
