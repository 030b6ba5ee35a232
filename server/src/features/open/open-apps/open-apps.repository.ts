import type { OpenAppWrite } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppImpact, OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { hasTag, likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import { holdsCustom } from '../../../kernel/db/custom-columns.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, orderByColumns, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import { operatorsMark } from '../../../kernel/operator-lock.ts'
import { andVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'
import { fullDay, startOfDay } from '../open-apis/index.ts'

/** With the file of its logo, whose address is made for each reply. */
export type StoredOpenApp = Omit<OpenAppRow, 'logo'> & { logoFile: string | null }
export type OpenAppsQuery = InputOf<typeof openAppsContract.list>['query']
/** A secret that can sign: neither ended nor past its time. */
export const isLiveSecret = sql<boolean>`revoked_at is null and (expire_at is null or expire_at > now())`
/** Whether anything has been called in the present hour. */
const isActive = sql<boolean>`coalesce(bool_or(hour >= date_trunc('hour', now())), false)`
const callsOfFullDay = sql<number>`coalesce(sum(calls) filter (where ${fullDay}), 0)`
/** The same of open_call_sums, for impacts. */
export const callFacts = { calls: callsOfFullDay, active: isActive } as const

const sortColumns = {
  name: 'name',
  createTime: 'created_at',
  expireTime: 'expire_at',
} as const
const state = sql<OpenAppRow['state']>`case when open_apps.locked_at is not null then 'locked'
  when open_apps.expire_at <= now() then 'expired' else 'live' end`

const selectApps = (db: Db) =>
  db
    .selectFrom('open_apps')
    .innerJoin('companies', 'companies.id', 'open_apps.company_id')
    .leftJoin('open_app_logos as logo', (join) =>
      join.onRef('logo.company_id', '=', 'open_apps.company_id').onRef('logo.app_id', '=', 'open_apps.id'),
    )
    .leftJoin('users as owner', (join) =>
      join.onRef('owner.company_id', '=', 'open_apps.company_id').onRef('owner.id', '=', 'open_apps.owner_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('open_call_sums')
          .whereRef('open_call_sums.company_id', '=', 'open_apps.company_id')
          .whereRef('open_call_sums.app_id', '=', 'open_apps.id')
          .where('hour', '>=', startOfDay)
          .select([
            sql<number>`coalesce(sum(calls), 0)`.as('calls'),
            sql<number>`coalesce(sum(errors + refusals), 0)`.as('errors'),
          ])
          .as('today'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('open_app_secrets as secret')
          .whereRef('secret.company_id', '=', 'open_apps.company_id')
          .whereRef('secret.app_id', '=', 'open_apps.id')
          .where(sql<boolean>`secret.revoked_at is null and (secret.expire_at is null or secret.expire_at > now())`)
          .select([sql<number>`count(*)`.as('many'), sql<string | null>`min(secret.expire_at)`.as('expires')])
          .as('live'),
      (join) => join.onTrue(),
    )
    .select([
      'open_apps.id',
      sql`json_build_object('id', companies.id, 'name', companies.name)`.as('company'),
      'logo.file_id as logoFile',
      'open_apps.name',
      'open_apps.app_key as appKey',
      'open_apps.kind',
      'open_apps.home',
      'open_apps.description as desc',
      'open_apps.contact',
      sql`case when owner.id is not null then json_build_object('id', owner.id, 'name', owner.name) end`.as('owner'),
      'open_apps.networks',
      sql`json_build_object('perMinute', open_apps.rate_per_minute, 'perDay', open_apps.quota_per_day)`.as('rate'),
      'open_apps.expire_at as expireTime',
      state.as('state'),
      sql`case when open_apps.locked_at is not null then json_build_object('reason', open_apps.lock_reason,
        'by', open_apps.locked_by - 'operator', 'time', to_char(open_apps.locked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        end`.as('lock'),
      'live.many as secrets',
      'live.expires as secretsExpire',
      sql<number>`(select count(*) from open_app_apis held
        where held.company_id = open_apps.company_id and held.app_id = open_apps.id)`.as('apis'),
      'today.calls as callsToday',
      'today.errors as errorsToday',
      'open_apps.created_at as createTime',
      'open_apps.created_by as createBy',
      'open_apps.updated_at as updateTime',
      'open_apps.updated_by as updateBy',
      'open_apps.version',
    ])
    .$castTo<StoredOpenApp>()

const filterApps = (db: Db, companyId: string, query: OpenAppsQuery) => {
  let rows = db.selectFrom('open_apps')
  const like = likePattern(query.search)
  if (query.search)
    rows = rows.where((eb) => eb.or([eb('name', 'ilike', like), eb('app_key', '=', query.search.toLowerCase())]))
  if (query['f.custom']) rows = rows.where(holdsCustom('open_apps', query['f.custom']))
  if (query['f.tags']) rows = rows.where(hasTag('open_apps', query['f.tags'], companyId))
  if (query['f.kind']) rows = rows.where('kind', '=', query['f.kind'])
  if (query['f.owner']) rows = rows.where('owner_id', '=', query['f.owner'])
  if (query['f.company']) rows = rows.where('company_id', '=', query['f.company'])
  if (query['f.state']) rows = rows.where(sql<boolean>`${state} = ${query['f.state']}`)
  return rows
}

type Stored = Omit<OpenAppWrite, 'ownerId'> & { ownerId: string }
const toColumns = ({ name, kind, home, desc, contact, ownerId, networks, rate, expireTime }: Stored) => ({
  name,
  kind,
  home,
  description: desc,
  contact,
  owner_id: ownerId,
  networks,
  expire_at: expireTime,
  rate_per_minute: rate.perMinute,
  quota_per_day: rate.perDay,
})

export const openAppsRepository = {
  /** Takes the company whose tags are meant. */
  list(db: Db, companyId: string, query: OpenAppsQuery) {
    const found = filterApps(db, companyId, query)
    const page = selectApps(db).where('open_apps.id', 'in', found.select('open_apps.id'))
    const order = parseSort(query.sort || '-createTime', sortColumns)
    return fetchPage(db, query, page.orderBy(orderByColumns('open_apps', order)), found)
  },
  find: (db: Db, id: string): Promise<StoredOpenApp | undefined> =>
    selectApps(db).where('open_apps.id', '=', id).executeTakeFirst(),
  /** Locks an application, its secrets and grants against changes until the transaction ends. */
  lockRow: (db: Db, id: string) => db.selectFrom('open_apps').where('id', '=', id).select('id').forUpdate().execute(),
  count: async (db: Db) =>
    (await db.selectFrom('open_apps').select(sql<number>`count(*)`.as('many')).executeTakeFirst())?.many ?? 0,
  isNameTaken: async (db: Db, name: string, except: string | null) =>
    (await db
      .selectFrom('open_apps')
      .where('name', '=', name)
      .where(sql<boolean>`id is distinct from ${except}::uuid`)
      .select('id')
      .executeTakeFirst()) !== undefined,
  /** Whether a user in the caller's row scope can own an application: their account is active. */
  async isActiveUser(db: Db, actor: Viewer, id: string): Promise<boolean> {
    const { rows } = await sql`select from users where company_id = ${actor.companyId} and id = ${id}
      and status_of(users) = 1 ${andVisibleUser(actor, 'users.id')}`.execute(db)
    return rows.length > 0
  },

  async insert(db: Db, appKey: string, app: Stored, by: Person): Promise<string> {
    const id = newId()
    const person = JSON.stringify(by)
    await db
      .insertInto('open_apps')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        app_key: appKey,
        ...toColumns(app),
        created_by: person,
        updated_by: person,
      })
      .execute()
    return id
  },
  update: (db: Db, id: string, app: Stored, by: Person) =>
    db
      .updateTable('open_apps')
      .set({ ...toColumns(app), ...updateStamps(by) })
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, id: string) => db.deleteFrom('open_apps').where('id', '=', id).execute(),
  lock: (db: Db, id: string, reason: string, by: Person, lockedBy: string) =>
    db
      .updateTable('open_apps')
      .set({ ...updateStamps(by), locked_at: sql<string>`now()`, lock_reason: reason, locked_by: lockedBy })
      .where('id', '=', id)
      .execute(),
  unlock: (db: Db, id: string, by: Person) =>
    db
      .updateTable('open_apps')
      .set({ ...updateStamps(by), locked_at: null, lock_reason: '', locked_by: null })
      .where('id', '=', id)
      .execute(),

  isLockedByOperator: async (db: Db, id: string): Promise<boolean> =>
    (await db
      .selectFrom('open_apps')
      .where('id', '=', id)
      .where(sql<boolean>`locked_by @> ${JSON.stringify(operatorsMark)}::jsonb`)
      .select('id')
      .executeTakeFirst()) !== undefined,

  /** What stops with an application. */
  async impact(db: Db, { id, name, apis, secrets }: StoredOpenApp): Promise<OpenAppImpact> {
    const called = await db
      .selectFrom('open_call_sums')
      .where('app_id', '=', id)
      .where('hour', '>=', sql<string>`date_trunc('hour', now()) - interval '24 hours'`)
      .select([callFacts.calls.as('calls'), callFacts.active.as('active')])
      .executeTakeFirstOrThrow()
    return { name, ...called, apis, secrets }
  },
}
