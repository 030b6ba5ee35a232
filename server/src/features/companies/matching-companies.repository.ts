import type { CompaniesNarrowing, companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { nearShare } from '@atrium/contract/features/plans/quotas.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { cappedTotal } from '../../kernel/db/capped-total.ts'
import type { Db } from '../../kernel/db/database.ts'
import { inOrder, orderOf } from '../../kernel/db/page-of.ts'
import {
  countedFinds,
  createSearches,
  findPage,
  isSearchAlone,
  manyFinds,
  pageFound,
} from '../../kernel/db/searches.ts'
import { momentsOf } from '../../kernel/db/time-range.ts'
import { tenantConditions, usingMuch } from './tenant-conditions.repository.ts'

export type CompaniesQuery = InputOf<typeof companiesContract.list>['query']
/** Who asks, by the company he is of, and the zone his dates are meant in. */
export type Caller = { companyId: string; userId: string; timeZone: string }

export const standing = sql<number>`standing_of(companies)`
const sorted = { name: 'name', createTime: 'created_at' } as const
const searches = createSearches()

/** Customers' companies: the operator's own and the members' are nobody's to manage. */
export const customers = (db: Db) =>
  db.selectFrom('companies').where('companies.platform', '=', false).where('companies.members', '=', false)

/** To be read while the list is, in its own order. */
const says = (search: string) =>
  sql<boolean>`(strpos(lower(companies.name), lower(${search})) > 0 or strpos(lower(companies.short_name), lower(${search})) > 0
    or strpos(lower(companies.code), lower(${search})) > 0 or strpos(lower(companies.credit_code), lower(${search})) > 0)`
/** To be looked up. */
const isFoundBy = (search: string) =>
  sql<boolean>`companies.name_grams @> searched_grams(${search}) and ${says(search)}`

/** As `standing_of` says it (migration 0016); what few companies are is asked the way an index knows it. */
const standings = {
  1: sql<boolean>`${standing} = 1`,
  2: sql<boolean>`companies.locked_at is not null and ${standing} = 2`,
} as const

/** Of what it may have, how much makes a tenant one of these. */
const usedFrom = { full: 1, near: nearShare } as const

/** When somebody came to act in a company last. */
export const lastVisit = ({ companyId, userId }: Caller) =>
  sql<string | null>`(select max(created_at) from sessions where act_company_id = companies.id
    and company_id = ${companyId} and user_id = ${userId})`

/** When somebody began to keep a company at hand; null where he does not. */
export const pinTime = ({ companyId, userId }: Caller) =>
  sql<string | null>`(select pinned_at from pinned_companies where pinned_id = companies.id
    and company_id = ${companyId} and user_id = ${userId})`

const endsWithin = (range: string, timeZone: string) => {
  const { from, before } = momentsOf(range, timeZone)
  return sql<boolean>`tenants.expire_at >= ${from} and tenants.expire_at < ${before}`
}

export const matchingCompanies = (db: Db, caller: Caller, query: CompaniesNarrowing) => {
  const { search, 'f.status': status, 'f.parent': parent } = query
  const { 'f.state': ofState, 'f.planId': planId, 'f.expire': expire, 'f.usage': usage } = query
  let rows = customers(db)
  if (search) rows = rows.where(isFoundBy(search))
  if (status) rows = rows.where(standings[status])
  if (parent) rows = rows.where('companies.parent_id', '=', parent)
  if (query['f.recent'])
    rows = rows.where(
      sql<boolean>`companies.id in (select act_company_id from sessions
        where company_id = ${caller.companyId} and user_id = ${caller.userId})`,
    )
  if (usage) rows = rows.where(usingMuch(usedFrom[usage]))
  if (query['f.pinned'])
    rows = rows.where(
      sql<boolean>`companies.id in (select pinned_id from pinned_companies
        where company_id = ${caller.companyId} and user_id = ${caller.userId})`,
    )
  // Only who asks about tenants pays for looking at them.
  const conditions = [
    ...(ofState ? [tenantConditions[ofState]] : []),
    ...(planId ? [sql<boolean>`tenants.plan_id = ${planId}`] : []),
    ...(expire === undefined ? [] : [sql<boolean>`tenants.expire_at < now() + make_interval(days => ${expire})`]),
    ...(query['f.expireTime'] ? [endsWithin(query['f.expireTime'], caller.timeZone)] : []),
  ]
  if (conditions.length === 0) return rows
  const tenants = sql`select company_id from tenants where ${sql.join(conditions, sql` and `)}`
  return rows.where(sql<boolean>`companies.top_id in (${tenants})`)
}

export const orderBy = ({ sort }: CompaniesQuery) => orderOf(sort || '-createTime', sorted)
/** Those at hand come in their own order, unless another is wished. */
export const nearFirst = <DB, From extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, From, Row>,
  caller: Caller,
  query: CompaniesQuery,
) => {
  const near = (query['f.pinned'] && pinTime(caller)) || (query['f.recent'] && lastVisit(caller))
  return near && !query.sort ? rows.orderBy(near, 'desc') : rows
}

/** What a search alone finds, a page of it. Out: undefined for other queries, and when that is more than is counted. */
const searchedPage = async (db: Db, query: CompaniesQuery) => {
  const { search } = query
  if (!isSearchAlone(query) || searches.isCommon('platform', search)) return undefined
  const finds = customers(db)
    .where(isFoundBy(search))
    .select(['companies.id', 'companies.name', 'companies.created_at'])
    .limit(countedFinds + 1)
  const found = await findPage(db, pageFound(sql`${finds}`, query, orderBy(query)))
  return searches.foundMany('platform', search, found.total) ? undefined : found
}
/** Who is on the page that is asked for, and how many there are in all. */
export const pageOfCompanies = async (db: Db, caller: Caller, query: CompaniesQuery) => {
  const searched = await searchedPage(db, query)
  if (searched) return searched
  const isCommon = isSearchAlone(query)
  const rows = isCommon ? customers(db).where(says(query.search)) : matchingCompanies(db, caller, query)
  const { page, size } = query
  const few = inOrder(nearFirst(rows.select('companies.id'), caller, query), 'companies', orderBy(query))
    .limit(size)
    .offset((page - 1) * size)
  const [ids, total] = await Promise.all([few.execute(), isCommon ? manyFinds : cappedTotal(db, rows, 'platform')])
  return { ids: ids.map(({ id }) => id), ...total }
}
