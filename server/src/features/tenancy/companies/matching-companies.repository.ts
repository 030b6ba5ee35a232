import type {
  CompaniesFilter,
  companiesContract,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { nearShare } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { cappedTotal } from '../../../kernel/db/capped-total.ts'
import { hasTag } from '../../../kernel/db/crud-repository.ts'
import { holdsCustom } from '../../../kernel/db/custom-columns.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, parseSort } from '../../../kernel/db/fetch-page.ts'
import {
  cappedResults,
  createCommonSearches,
  fetchResultPage,
  isUnfilteredSearch,
  maxCountedResults,
  resultPage,
} from '../../../kernel/db/searches.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import { tenantConditions, usesQuotaShare } from './tenant-conditions.repository.ts'

export type CompaniesQuery = InputOf<typeof companiesContract.list>['query']
/** The caller at home, with the time zone of their dates. */
export type Caller = { companyId: string; userId: string; timeZone: string }

export const companyStatus = sql<number>`status_of(companies)`
const sortColumns = { name: 'name', createTime: 'created_at' } as const
const searches = createCommonSearches()

/** Customer companies only: without the platform's and the members' company. */
export const customerCompanies = (db: Db) =>
  db.selectFrom('companies').where('companies.platform', '=', false).where('companies.members', '=', false)

/** Matches while the list is scanned in its own order. */
const containsText = (search: string) =>
  sql<boolean>`(strpos(lower(companies.name), lower(${search})) > 0 or strpos(lower(companies.short_name), lower(${search})) > 0
    or strpos(lower(companies.code), lower(${search})) > 0 or strpos(lower(companies.credit_code), lower(${search})) > 0)`
/** Matches by trigram index. */
export const containsIndexedText = (search: string) =>
  sql<boolean>`companies.name_grams @> searched_grams(${search}) and ${containsText(search)}`

/** As `status_of`; the rare status is written the way its index knows it. */
const statusConditions = {
  1: sql<boolean>`${companyStatus} = 1`,
  2: sql<boolean>`companies.locked_at is not null and ${companyStatus} = 2`,
} as const

/** The share of a quota from which on a tenant counts as full or near. */
const usageThresholds = { full: 1, near: nearShare } as const

/** When the caller last acted in a company. */
export const lastVisitTime = ({ companyId, userId }: Caller) =>
  sql<string | null>`(select max(created_at) from sessions where act_company_id = companies.id
    and company_id = ${companyId} and user_id = ${userId})`

/** When the caller pinned a company; null if not pinned. */
export const pinTime = ({ companyId, userId }: Caller) =>
  sql<string | null>`(select pinned_at from pinned_companies where pinned_id = companies.id
    and company_id = ${companyId} and user_id = ${userId})`

const expiresWithin = (range: string, timeZone: string) => {
  const { from, before } = parseTimeRange(range, timeZone)
  return sql<boolean>`tenants.expire_at >= ${from} and tenants.expire_at < ${before}`
}

export const matchingCompanies = (db: Db, caller: Caller, query: CompaniesFilter & Ticked) => {
  const { search, ids, 'f.status': status, 'f.parent': parent } = query
  const { 'f.state': tenantState, 'f.planId': planId, 'f.expire': expire, 'f.usage': usage } = query
  let rows = customerCompanies(db)
  if (ids) rows = rows.where(sql<boolean>`companies.id = any(${ids}::uuid[])`)
  if (search) rows = rows.where(containsIndexedText(search))
  if (query['f.custom']) rows = rows.where(holdsCustom('companies', query['f.custom']))
  if (query['f.tags']) rows = rows.where(hasTag('companies', query['f.tags'], caller.companyId))
  if (status) rows = rows.where(statusConditions[status])
  if (parent) rows = rows.where('companies.parent_id', '=', parent)
  if (query['f.recent'])
    rows = rows.where(
      sql<boolean>`companies.id in (select act_company_id from sessions
        where company_id = ${caller.companyId} and user_id = ${caller.userId})`,
    )
  if (usage) rows = rows.where(usesQuotaShare(usageThresholds[usage]))
  if (query['f.pinned'])
    rows = rows.where(
      sql<boolean>`companies.id in (select pinned_id from pinned_companies
        where company_id = ${caller.companyId} and user_id = ${caller.userId})`,
    )
  // Joins tenants only if a filter needs them.
  const conditions = [
    ...(tenantState ? [tenantConditions[tenantState]] : []),
    ...(planId ? [sql<boolean>`tenants.plan_id = ${planId}`] : []),
    ...(expire === undefined ? [] : [sql<boolean>`tenants.expire_at < now() + make_interval(days => ${expire})`]),
    ...(query['f.expireTime'] ? [expiresWithin(query['f.expireTime'], caller.timeZone)] : []),
  ]
  if (conditions.length === 0) return rows
  const tenants = sql`select company_id from tenants where ${sql.join(conditions, sql` and `)}`
  return rows.where(sql<boolean>`companies.top_id in (${tenants})`)
}

export const orderBy = ({ sort }: CompaniesQuery) => parseSort(sort || '-createTime', sortColumns)
/** Pinned and recent companies come in their own order unless the query sorts. */
export const orderByRecency = <DB, From extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, From, Row>,
  caller: Caller,
  query: CompaniesQuery,
) => {
  const recency = (query['f.pinned'] && pinTime(caller)) || (query['f.recent'] && lastVisitTime(caller))
  return recency && !query.sort ? rows.orderBy(recency, 'desc') : rows
}

/** A page of a search without filters; undefined for other queries and above the counted maximum. */
const findSearchPage = async (db: Db, query: CompaniesQuery) => {
  const { search } = query
  if (!isUnfilteredSearch(query) || searches.isCommon(db, 'platform', search)) return undefined
  const finds = customerCompanies(db)
    .where(containsIndexedText(search))
    .select(['companies.id', 'companies.name', 'companies.created_at'])
    .limit(maxCountedResults + 1)
  const found = await fetchResultPage(db, resultPage(sql`${finds}`, query, orderBy(query)))
  return searches.noteTotal(db, 'platform', search, found.total) ? undefined : found
}
/** The ids of the requested page and the total. */
export const findCompanyPage = async (db: Db, caller: Caller, query: CompaniesQuery) => {
  const searchPage = await findSearchPage(db, query)
  if (searchPage) return searchPage
  const isCommon = isUnfilteredSearch(query)
  const rows = isCommon ? customerCompanies(db).where(containsText(query.search)) : matchingCompanies(db, caller, query)
  const { page, size } = query
  const pageIds = applyOrder(orderByRecency(rows.select('companies.id'), caller, query), 'companies', orderBy(query))
    .limit(size)
    .offset((page - 1) * size)
  const [ids, total] = await Promise.all([
    pageIds.execute(),
    isCommon ? cappedResults : cappedTotal(db, rows, 'platform'),
  ])
  return { ids: ids.map(({ id }) => id), ...total }
}
