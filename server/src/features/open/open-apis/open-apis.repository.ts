import type { OpenApiState, OpenApiWrite } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import {
  namedInApiImpact,
  type OpenApiApp,
  type OpenApiImpact,
  type OpenApiRow,
  type openApisContract,
} from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { sql } from 'kysely'
import { byName, nameHolds, sortColumn } from '../../../kernel/db/by-name.ts'
import { hasTag, likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import { productName } from '../../../kernel/texts/product-name.ts'
import { toShape } from './openable-endpoints.ts'
import { startOfDay } from './platform-day.repository.ts'

export type OpenApisQuery = InputOf<typeof openApisContract.list>['query']
/** The 24 full hours before the present one: unlike the present one they do not change while a person decides. */
export const fullDay = sql<boolean>`hour >= date_trunc('hour', now()) - interval '24 hours' and hour < date_trunc('hour', now())`

const sortColumns = {
  code: 'open_apis.code',
  name: 'open_apis.name',
  path: 'open_apis.path',
  createTime: 'open_apis.created_at',
} as const
const selectRate = (of: string) =>
  sql`json_build_object('perMinute', ${sql.ref(`${of}.rate_per_minute`)}, 'perDay', ${sql.ref(`${of}.quota_per_day`)})`

const selectApis = (db: Db) =>
  db
    .selectFrom('open_apis')
    .leftJoin('apis', 'apis.id', 'open_apis.api_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('open_call_sums')
          .whereRef('open_call_sums.api_id', '=', 'open_apis.id')
          .where('hour', '>=', startOfDay)
          .select([
            sql<number>`coalesce(sum(calls), 0)`.as('calls'),
            sql<number>`coalesce(sum(errors + refusals), 0)`.as('errors'),
          ])
          .as('today'),
      (join) => join.onTrue(),
    )
    .select([
      'open_apis.id',
      'open_apis.code',
      'open_apis.name',
      'open_apis.category',
      'open_apis.method',
      'open_apis.path',
      'open_apis.api_version as apiVersion',
      'open_apis.kind',
      'open_apis.api_id as apiId',
      sql<string>`coalesce(apis.name, '')`.as('apiName'),
      'open_apis.target',
      'open_apis.sandbox',
      'open_apis.params',
      'open_apis.request_schema as request',
      'open_apis.reply_schema as reply',
      'open_apis.sample',
      'open_apis.doc',
      selectRate('open_apis').as('rate'),
      'open_apis.audience',
      'open_apis.status',
      'open_apis.sunset_at as sunset',
      sql<number>`(select count(*) from open_app_apis where api_id = open_apis.id)`.as('apps'),
      'today.calls as callsToday',
      'today.errors as errorsToday',
      'open_apis.created_at as createTime',
      'open_apis.created_by as createBy',
      'open_apis.updated_at as updateTime',
      'open_apis.updated_by as updateBy',
      'open_apis.version',
    ])
    .$castTo<OpenApiRow>()

const filterApis = (db: Db, companyId: string, query: OpenApisQuery) => {
  let rows = db.selectFrom('open_apis')
  const like = likePattern(query.search)
  if (query.search)
    rows = rows.where((eb) =>
      eb.or([
        eb('open_apis.code', 'ilike', like),
        eb('open_apis.name', 'ilike', like),
        eb('open_apis.path', 'ilike', like),
      ]),
    )
  if (query['f.status']) rows = rows.where('status', '=', query['f.status'])
  if (query['f.kind']) rows = rows.where('kind', '=', query['f.kind'])
  if (query['f.tags']) rows = rows.where(hasTag('open_apis', query['f.tags'], companyId))
  if (query['f.category']) rows = rows.where('category', '=', query['f.category'])
  return rows
}

const toColumns = ({ apiVersion, apiId, params, request, reply, rate, ...api }: OpenApiWrite) => ({
  ...api,
  shape: toShape(api.path),
  api_version: apiVersion,
  params: JSON.stringify(params),
  api_id: api.kind === 'own' ? apiId : null,
  target: api.kind === 'target' ? api.target : '',
  sandbox: api.kind === 'target' ? api.sandbox : '',
  request_schema: request,
  reply_schema: reply,
  rate_per_minute: rate.perMinute,
  quota_per_day: rate.perDay,
})

type Openable = { id: string; name: string; method: string; path: string }
const openable = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('apis')
    .where('key', 'in', keys)
    .where('state', '<>', 'missing')
    .select(['id', 'name', 'method', 'path'])

const toOption = ({ id, name, method, path }: Openable) => ({
  value: id,
  label: notedText(productName(name), `${method} ${path}`),
  extra: { method: method as OpenApiRow['method'], path },
})

export const openApisRepository = {
  /** Takes the company whose tags are meant. */
  list(db: Db, companyId: string, query: OpenApisQuery) {
    const found = filterApis(db, companyId, query)
    let page = selectApis(db).where('open_apis.id', 'in', found.select('open_apis.id'))
    for (const { column, direction } of parseSort(query.sort || '-createTime', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('open_apis.id'), found)
  },
  find: (db: Db, id: string): Promise<OpenApiRow | undefined> =>
    selectApis(db).where('open_apis.id', '=', id).executeTakeFirst(),
  /** An API, locked against changes and grants until the transaction ends. */
  async findForUpdate(db: Db, id: string): Promise<OpenApiRow | undefined> {
    await db.selectFrom('open_apis').where('id', '=', id).select('id').forUpdate().execute()
    return openApisRepository.find(db, id)
  },

  /** Other APIs with the same code or address. */
  findDuplicates: (db: Db, { code, method, path }: OpenApiWrite, except: string | null) =>
    db
      .selectFrom('open_apis')
      .where((eb) =>
        eb.or([eb('code', '=', code), eb.and([eb('method', '=', method), eb('shape', '=', toShape(path))])]),
      )
      .where(sql<boolean>`id is distinct from ${except}::uuid`)
      .select(['code', 'method', 'shape'])
      .execute(),
  async insert(db: Db, api: OpenApiWrite, by: Person): Promise<OpenApiRow> {
    const id = newId()
    const person = JSON.stringify(by)
    await db
      .insertInto('open_apis')
      .values({ id, ...toColumns(api), created_by: person, updated_by: person })
      .execute()
    return selectApis(db).where('open_apis.id', '=', id).executeTakeFirstOrThrow()
  },
  async update(db: Db, id: string, api: OpenApiWrite, by: Person): Promise<OpenApiRow> {
    await db
      .updateTable('open_apis')
      .set({ ...toColumns(api), ...updateStamps(by) })
      .where('id', '=', id)
      .execute()
    return selectApis(db).where('open_apis.id', '=', id).executeTakeFirstOrThrow()
  },
  /** Takes the time at which a deprecated API stops; null otherwise. */
  setStatus: (db: Db, id: string, status: OpenApiState, sunset: string | null, by: Person) =>
    db
      .updateTable('open_apis')
      .set({
        status,
        sunset_at: sunset,
        ...updateStamps(by),
        deprecated_at: status === 'deprecated' ? sql<string>`now()` : null,
      })
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, id: string) => db.deleteFrom('open_apis').where('id', '=', id).execute(),

  /** An API of the product that can be opened. */
  findOpenable: (db: Db, keys: readonly string[], id: string): Promise<Openable | undefined> =>
    openable(db, keys).where('id', '=', id).executeTakeFirst(),
  openableOptions: (db: Db, keys: readonly string[]) => ({
    async one(id: string) {
      const found = await openable(db, keys).where('id', '=', id).executeTakeFirst()
      return found && toOption(found)
    },
    async matching(search: string, limit: number) {
      const like = likePattern(search)
      const found = openable(db, keys).where((eb) => eb.or([nameHolds('name', search), eb('path', 'ilike', like)]))
      return (await found.orderBy('path').orderBy('method').limit(limit).execute()).map(toOption)
    },
  }),

  /** Applications of all companies that hold an API. */
  apps(db: Db, id: string, page: { page: number; size: number; search: string }) {
    const found = db
      .selectFrom('open_app_apis')
      .innerJoin('open_apps', (join) =>
        join.onRef('open_apps.company_id', '=', 'open_app_apis.company_id').onRef('open_apps.id', '=', 'app_id'),
      )
      .innerJoin('companies', 'companies.id', 'open_apps.company_id')
      .where('api_id', '=', id)
      .where((eb) =>
        eb.or([
          eb('open_apps.name', 'ilike', likePattern(page.search)),
          eb('companies.name', 'ilike', likePattern(page.search)),
        ]),
      )
    const rows = found
      .leftJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'open_apps.company_id').onRef('users.id', '=', 'open_apps.owner_id'),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('open_call_sums as sums')
            .whereRef('sums.company_id', '=', 'open_apps.company_id')
            .whereRef('sums.app_id', '=', 'open_apps.id')
            .whereRef('sums.api_id', '=', 'open_app_apis.api_id')
            .select([
              sql<number>`coalesce(sum(calls) filter (where hour >= ${startOfDay}), 0)`.as('calls'),
              sql<number>`coalesce(sum(errors + refusals) filter (where hour >= ${startOfDay}), 0)`.as('errors'),
              sql<string | null>`max(last_at)`.as('lastAt'),
            ])
            .as('called'),
        (join) => join.onTrue(),
      )
      .select([
        'open_apps.id',
        'open_apps.name',
        'companies.id as companyId',
        'companies.name as company',
        sql<string>`coalesce(users.name, '')`.as('owner'),
        sql<boolean>`open_apps.locked_at is not null`.as('locked'),
        'open_apps.expire_at as expireTime',
        'called.calls as callsToday',
        'called.errors as errorsToday',
        'called.lastAt as lastCallTime',
      ])
      .$castTo<OpenApiApp>()
      .orderBy(byName('companies.name'))
      .orderBy(byName('open_apps.name'))
      .orderBy('open_apps.id')
    return fetchPage(db, page, rows, found)
  },

  /** Who calls an API. */
  async impact(db: Db, id: string): Promise<OpenApiImpact> {
    const { rows } = await sql<OpenApiImpact>`
      with held as (
        select open_apps.id, open_apps.name, companies.name as company,
          coalesce((select sum(calls) from open_call_sums sums where sums.company_id = open_apps.company_id
            and sums.app_id = open_apps.id and sums.api_id = ${id} and ${fullDay}), 0) as calls
        from open_app_apis held
        join open_apps on open_apps.company_id = held.company_id and open_apps.id = held.app_id
        join companies on companies.id = open_apps.company_id
        where held.api_id = ${id}),
      named as (select * from held order by calls desc, company collate by_name, name collate by_name, id limit ${namedInApiImpact})
      select (select count(*) from held) as "apps", (select coalesce(sum(calls), 0)::bigint from held) as "calls",
        (select coalesce(json_agg(json_build_object('name', name, 'company', company, 'calls', calls)
           order by calls desc, company collate by_name, name collate by_name, id), '[]') from named) as "named"`.execute(
      db,
    )
    return rows[0] ?? { apps: 0, calls: 0, named: [] }
  },
}
