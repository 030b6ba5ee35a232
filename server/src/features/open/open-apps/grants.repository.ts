import type { GrantUpdate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type {
  GrantImpact,
  OpenAppApi,
  OpenAppCandidate,
} from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { startOfDay } from '../open-apis/index.ts'
import { callFacts } from './open-apps.repository.ts'

/** A granted API without what the owner's rights say of it, and the address of the product's own API. */
export type StoredGrant = Omit<OpenAppApi, 'allowed'> & { own: { method: string; path: string } | null }

const isServed = sql<boolean>`(open_apis.status = 'online'
  or open_apis.status = 'deprecated' and (open_apis.sunset_at is null or open_apis.sunset_at > now()))`
const apiFacts = [
  'open_apis.id',
  'open_apis.code',
  'open_apis.name',
  'open_apis.category',
  'open_apis.method',
  'open_apis.path',
  'open_apis.kind',
  'open_apis.status',
  'open_apis.sunset_at as sunset',
] as const

const selectGrants = (db: Db, appId: string) =>
  db
    .selectFrom('open_app_apis as held')
    .innerJoin('open_apis', 'open_apis.id', 'held.api_id')
    .leftJoin('apis', 'apis.id', 'open_apis.api_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('open_call_sums as sums')
          .whereRef('sums.company_id', '=', 'held.company_id')
          .whereRef('sums.app_id', '=', 'held.app_id')
          .whereRef('sums.api_id', '=', 'held.api_id')
          .where('hour', '>=', startOfDay)
          .select([
            sql<number>`coalesce(sum(calls), 0)`.as('calls'),
            sql<number>`coalesce(sum(errors + refusals), 0)`.as('errors'),
            sql<number>`coalesce(sum(calls - refusals), 0)`.as('used'),
          ])
          .as('today'),
      (join) => join.onTrue(),
    )
    .where('held.app_id', '=', appId)
    .select([
      ...apiFacts,
      sql`json_build_object('perMinute', held.rate_per_minute, 'perDay', held.quota_per_day)`.as('rate'),
      sql`json_build_object('perMinute', coalesce(held.rate_per_minute, open_apis.rate_per_minute),
        'perDay', coalesce(held.quota_per_day, open_apis.quota_per_day))`.as('limits'),
      'held.start_at as startTime',
      'held.expire_at as expireTime',
      'held.reason',
      'held.created_at as grantTime',
      'held.created_by as grantBy',
      'today.calls as callsToday',
      'today.errors as errorsToday',
      'today.used as usedToday',
      sql`case when apis.id is not null then json_build_object('method', apis.method, 'path', apis.path) end`.as('own'),
    ])
    .$castTo<StoredGrant>()

const candidates = (db: Db, appId: string, search: string) => {
  const like = likePattern(search)
  const found = db
    .selectFrom('open_apis')
    .where(isServed)
    .where(
      sql<boolean>`(audience = 'all' or (select platform from companies where id = acting_company()))
        and not exists (select from open_app_apis held where held.app_id = ${appId} and held.api_id = open_apis.id)`,
    )
  if (!search) return found
  return found.where((eb) =>
    eb.or([
      eb('open_apis.code', 'ilike', like),
      eb('open_apis.name', 'ilike', like),
      eb('open_apis.path', 'ilike', like),
    ]),
  )
}

type NewGrant = GrantUpdate & { apiId: string }

export const grantsRepository = {
  list: (db: Db, appId: string): Promise<StoredGrant[]> =>
    selectGrants(db, appId).orderBy('open_apis.path').orderBy('open_apis.method').execute(),
  find: (db: Db, appId: string, apiId: string): Promise<StoredGrant | undefined> =>
    selectGrants(db, appId).where('held.api_id', '=', apiId).executeTakeFirst(),
  /** Addresses of the product's own APIs that an application holds. */
  ownAddresses: (db: Db, appId: string) =>
    db
      .selectFrom('open_app_apis as held')
      .innerJoin('open_apis', 'open_apis.id', 'held.api_id')
      .innerJoin('apis', 'apis.id', 'open_apis.api_id')
      .where('held.app_id', '=', appId)
      .select(['apis.method', 'apis.path'])
      .execute(),
  candidates(db: Db, appId: string, page: { page: number; size: number; search: string }) {
    const found = candidates(db, appId, page.search)
    const rows = found
      .select([
        ...apiFacts,
        sql`json_build_object('perMinute', rate_per_minute, 'perDay', quota_per_day)`.as('rate'),
        sql<string>`left(doc, 200)`.as('desc'),
      ])
      .$castTo<OpenAppCandidate>()
      .orderBy('path')
      .orderBy('method')
    return fetchPage(db, page, rows, found)
  },
  /** Those of the APIs that can be granted, locked against deletion until the transaction ends. */
  findGrantable: async (db: Db, appId: string, ids: readonly string[]) => {
    const { rows } = await sql<{ id: string; name: string; own: { method: string; path: string } | null }>`
      select open_apis.id, open_apis.name,
        case when apis.id is not null then json_build_object('method', apis.method, 'path', apis.path) end as own
      from open_apis left join apis on apis.id = open_apis.api_id
      where open_apis.id in (${candidates(db, appId, '').select('open_apis.id')}) and open_apis.id = any(${ids}::uuid[])
      order by open_apis.id`.execute(db)
    return rows
  },
  insert: (db: Db, appId: string, grants: readonly NewGrant[], by: Person) =>
    db
      .insertInto('open_app_apis')
      .values(
        grants.map(({ apiId, rate, startTime, expireTime, reason }) => ({
          company_id: sql<string>`acting_company()`,
          app_id: appId,
          api_id: apiId,
          reason,
          rate_per_minute: rate.perMinute,
          quota_per_day: rate.perDay,
          start_at: startTime,
          expire_at: expireTime,
          created_by: JSON.stringify(by),
        })),
      )
      .execute(),
  update: (db: Db, appId: string, apiId: string, { rate, startTime, expireTime, reason }: GrantUpdate) =>
    db
      .updateTable('open_app_apis')
      .set({
        rate_per_minute: rate.perMinute,
        quota_per_day: rate.perDay,
        start_at: startTime,
        expire_at: expireTime,
        reason,
      })
      .where('app_id', '=', appId)
      .where('api_id', '=', apiId)
      .execute(),
  remove: (db: Db, appId: string, apiId: string) =>
    db.deleteFrom('open_app_apis').where('app_id', '=', appId).where('api_id', '=', apiId).execute(),
  async impact(db: Db, appId: string, { id, name }: { id: string; name: string }): Promise<GrantImpact> {
    const called = await db
      .selectFrom('open_call_sums')
      .where('app_id', '=', appId)
      .where('api_id', '=', id)
      .where('hour', '>=', sql<string>`date_trunc('hour', now()) - interval '24 hours'`)
      .select([callFacts.calls.as('calls'), callFacts.active.as('active')])
      .executeTakeFirstOrThrow()
    return { name, ...called }
  },
}
