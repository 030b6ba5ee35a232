import {
  type ApiStat,
  type OpenedApiRow,
  statSortKeys,
} from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { ElementRoleRow, ElementRow } from '@atrium/contract/features/access/registry/elements.contract.ts'
import type { ModuleRow } from '@atrium/contract/features/access/registry/modules.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { nameHolds, sortRef } from '../../../kernel/db/by-name.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { PageElement } from '../authorization/index.ts'

type Paged = Pick<ListQuery, 'page' | 'size' | 'sort'>
export type ApiFilters = ListQuery & {
  'f.state'?: string | undefined
  'f.auth'?: string | undefined
  'f.module'?: string | undefined
  'f.mode'?: string | undefined
  'f.unbound'?: boolean | undefined
}
export type ElementFilters = ListQuery & {
  moduleId?: string | undefined
  'f.module'?: string | undefined
  'f.api'?: string | undefined
  'f.kind'?: string | undefined
  'f.state'?: string | undefined
  'f.unbound'?: boolean | undefined
}
/** The APIs of a list: those an element opens, those it does not open yet, or those opened by a module's elements. */
export type ApiSelection = { of: 'element' | 'candidates' | 'module'; id: string }

const stamps = <T extends string>(table: T) =>
  [
    `${table}.created_at as createTime` as const,
    `${table}.created_by as createBy` as const,
    `${table}.updated_at as updateTime` as const,
    `${table}.updated_by as updateBy` as const,
    `${table}.version` as const,
  ] as const

/** One page of a query and its total, sorted by columns of `table` or by computed expressions. */
const page = <T extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, Row>,
  query: Paged,
  table: string,
  orderBy: string,
  computed: Readonly<Record<string, RawBuilder<unknown>>> = {},
) => {
  let ordered = rows
  for (const word of [...(query.sort || orderBy).split(','), 'id']) {
    const name = word.replace(/^-/, '')
    ordered = ordered.orderBy(computed[name] ?? sortRef(`${table}.${name}`), (order) =>
      (word.startsWith('-') ? order.desc() : order.asc()).nullsLast(),
    )
  }
  return fetchPage(db, query, ordered, rows)
}

const bound = sql<string[]>`array(select element from element_apis where api_id = apis.id order by element)`
const isBound = sql<boolean>`exists (select from element_apis where api_id = apis.id)`
const opensApi = (apiId: string) =>
  sql<boolean>`exists (select from element_apis where element = elements.code and api_id = ${apiId})`
const openedBy = (id: string) =>
  sql<boolean>`exists (select from element_apis join elements on elements.code = element
               where api_id = apis.id and elements.id = ${id})`
const openedIn = (id: string) =>
  sql<boolean>`exists (select from element_apis join elements on elements.code = element
               join modules on modules.code = elements.module where api_id = apis.id and modules.id = ${id})`
const notYetOpenedBy = (id: string) =>
  sql<boolean>`(apis.auth = 'perm' and not ${openedBy(id)} and exists (select from elements where elements.id = ${id}))`

const selectionFilters = { element: openedBy, candidates: notYetOpenedBy, module: openedIn }

type Searched = { name: string; others: readonly string[] }
const matchesSearch = ({ name, others }: Searched, search: string) =>
  sql<boolean>`(${nameHolds(name, search)} or ${sql.join(
    others.map((column) => sql`${sql.ref(column)} ilike ${likePattern(search)}`),
    sql` or `,
  )})`

const moduleRows = (db: Db) =>
  db
    .selectFrom('modules')
    .select(['modules.id', 'modules.code', 'modules.name', 'modules.app', 'modules.sort', 'modules.origin'])
    .select(['modules.state', 'modules.description as desc', ...stamps('modules')])
    .select(sql<number>`(select count(*) from elements where elements.module = modules.code)`.as('elems'))
    .$castTo<ModuleRow>()
const opens = sql<number>`(select count(*) from element_apis where element = elements.code)`
/** Menus that name the element, and product pages that require it. */
const neededBy = (pages: readonly PageElement[]) => sql<string[]>`array(
  select menus.name from menus
  where exists (select from menu_elements where menu_id = menus.id and element = elements.code)
    or (not exists (select from menu_elements where menu_id = menus.id)
      and exists (select from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as page (component text, element text)
        where page.element = elements.code and page.component = menus.metadata ->> 'component'))
  order by menus.sort, menus.name collate by_name)`
const elementRows = (db: Db, pages: readonly PageElement[]) =>
  db
    .selectFrom('elements')
    .innerJoin('modules', 'modules.code', 'elements.module')
    .select(['elements.id', 'modules.id as moduleId', 'elements.code', 'elements.name', 'elements.kind'])
    .select(['elements.risk', 'elements.sort', 'elements.description as desc', 'elements.origin', 'elements.state'])
    .select('elements.field')
    .select([...stamps('elements'), opens.as('apis'), sql<number>`roles_holding(elements.code)`.as('roles')])
    .select(neededBy(pages).as('menus'))
    .$castTo<ElementRow>()
const lastSeen = sql`to_char(max(last_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/**
 * A bucket holds calls of at most 1.2 ^ bucket milliseconds; p95 is the smallest bucket with 95 % of
 * the calls at or below it.
 */
const stat = sql<ApiStat>`(
  select json_build_object(
    'calls7d', coalesce(sum(calls + denials), 0), 'denies7d', coalesce(sum(denials), 0), 'last', ${lastSeen},
    'p95', round(power(1.2, min(bucket) filter (where calls > 0 and so_far >= 0.95 * answered))))
  from (
    select bucket, sum(calls) as calls, sum(denials) as denials, max(last_at) as last_at,
           sum(sum(calls)) over (order by bucket) as so_far, sum(sum(calls)) over () as answered
    from api_calls where api_id = apis.id and day > utc_today() - 7 group by bucket) as counted)`
const byStat = Object.fromEntries(
  statSortKeys.map((name) => [name, sql`(${stat} ->> ${sql.lit(name)})::numeric`] as const),
)
/** What is stored of an API; the code declares more of it. */
export type FoundApi = Omit<OpenedApiRow, 'declaredAudit'>
const apiRows = (db: Db) =>
  db
    .selectFrom('apis')
    .select(['apis.id', 'apis.key', 'apis.method', 'apis.path', 'apis.name', 'apis.module', 'apis.auth'])
    .select(['apis.origin', 'apis.state', 'apis.description as desc', 'apis.mode', 'apis.rate', ...stamps('apis')])
    .select(['apis.observed_since as observedSince', 'apis.mfa', 'apis.audit'])
    .select([bound.as('elems'), sql<boolean>`apis.auth = 'perm' and not ${isBound}`.as('unbound')])
    .$castTo<FoundApi>()
const searchApis = (db: Db, { search }: ListQuery) =>
  apiRows(db).where(matchesSearch({ name: 'apis.name', others: ['apis.key', 'apis.path'] }, search))

export const registryListsRepository = {
  module: (db: Db, id: string) => moduleRows(db).where('modules.id', '=', id).executeTakeFirst(),
  element: (db: Db, pages: readonly PageElement[], id: string) =>
    elementRows(db, pages).where('elements.id', '=', id).executeTakeFirst(),
  api: (db: Db, id: string) => apiRows(db).where('apis.id', '=', id).select(stat.as('stat')).executeTakeFirst(),

  async modules(db: Db, query: ListQuery) {
    const rows = moduleRows(db).where(matchesSearch({ name: 'modules.name', others: ['modules.code'] }, query.search))
    // Declared modules come first, whatever the sort number of custom ones.
    return page(db, rows, query, 'modules', 'origin,sort')
  },

  async elements(db: Db, pages: readonly PageElement[], query: ElementFilters) {
    let rows = elementRows(db, pages).where(
      matchesSearch({ name: 'elements.name', others: ['elements.code'] }, query.search),
    )
    if (query.moduleId !== undefined) rows = rows.where('modules.id', '=', query.moduleId)
    if (query['f.module'] !== undefined) rows = rows.where('elements.module', '=', query['f.module'])
    if (query['f.api'] !== undefined) rows = rows.where(opensApi(query['f.api']))
    if (query['f.kind'] !== undefined) rows = rows.where('elements.kind', '=', query['f.kind'])
    if (query['f.state'] !== undefined) rows = rows.where('elements.state', '=', query['f.state'])
    if (query['f.unbound'] !== undefined) rows = rows.where(sql<boolean>`(${opens} = 0) = ${query['f.unbound']}`)
    return page(db, rows, query, 'elements', 'sort,code')
  },

  async elementRoles(db: Db, id: string, query: ListQuery) {
    const users = sql<number>`(select count(*) from role_assignments
      join users on users.company_id = role_assignments.company_id and users.id = user_id and deleted_at is null
      where role_assignments.company_id = roles.company_id and role_id = roles.id)`
    const rows = db
      .selectFrom('roles')
      .innerJoin('role_elements', (join) =>
        join.onRef('role_elements.company_id', '=', 'roles.company_id').onRef('role_elements.role_id', '=', 'roles.id'),
      )
      .innerJoin('elements', 'elements.code', 'role_elements.element')
      .where('elements.id', '=', id)
      .where(matchesSearch({ name: 'roles.name', others: ['roles.code'] }, query.search))
      .select(['roles.id', 'roles.name', users.as('users')])
      .$castTo<ElementRoleRow>()
    return page(db, rows, query, 'roles', 'name')
  },

  openedApis: (db: Db, query: ListQuery, { of, id }: ApiSelection) =>
    page(db, searchApis(db, query).where(selectionFilters[of](id)), query, 'apis', 'path,method'),

  async apis(db: Db, query: ApiFilters) {
    let rows = searchApis(db, query).select(stat.as('stat'))
    if (query['f.state'] !== undefined) rows = rows.where('apis.state', '=', query['f.state'])
    if (query['f.auth'] !== undefined) rows = rows.where('apis.auth', '=', query['f.auth'])
    if (query['f.module'] !== undefined) rows = rows.where('apis.module', '=', query['f.module'])
    if (query['f.mode'] !== undefined) rows = rows.where('apis.mode', '=', query['f.mode'])
    if (query['f.unbound'] !== undefined)
      rows = rows.where(sql<boolean>`(apis.auth = 'perm' and not ${isBound}) = ${query['f.unbound']}`)
    return page(db, rows, query, 'apis', 'path,method', byStat)
  },

  findElement: (db: Db, id: string) =>
    db.selectFrom('elements').where('id', '=', id).select(['id', 'code', 'name']).executeTakeFirst(),

  /** Those of these APIs that elements can open. */
  bindable: (db: Db, ids: readonly string[]) =>
    db.selectFrom('apis').where('id', 'in', ids).where('auth', '=', 'perm').select(['id', 'method', 'path']).execute(),
  bind: (db: Db, element: string, ids: readonly string[]) =>
    db
      .insertInto('element_apis')
      .values(ids.map((api_id) => ({ element, api_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  unbind: (db: Db, element: string, ids: readonly string[]) =>
    db.deleteFrom('element_apis').where('element', '=', element).where('api_id', 'in', ids).execute(),
}
