import type {
  CompaniesNarrowing,
  CompanyFields,
  CompanyRow,
  companiesContract,
} from '@atrium/contract/features/companies/companies.contract.ts'
import { nearShare } from '@atrium/contract/features/plans/quotas.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../kernel/db/capped-total.ts'
import { type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { orderOf, pageOf } from '../../kernel/db/page-of.ts'
import { momentsOf } from '../../kernel/db/time-range.ts'
import { newCompanyId } from '../../kernel/ids.ts'
import { tenantConditions, usingMuch } from './tenant-conditions.repository.ts'

export type CompaniesQuery = InputOf<typeof companiesContract.list>['query']
/** Who asks, by the company he is of, and the zone his dates are meant in. */
type Caller = { companyId: string; userId: string; timeZone: string }
type Lock = { reason: string; until: string | null }

const standing = sql<number>`standing_of(companies)`
const state = sql<CompanyRow['tenant']['state']>`state_of(tenants)`
const living = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`
const sorted = { name: 'companies.name', createTime: 'companies.created_at' } as const

/** Customers' companies: the operator's own and the members' are nobody's to manage. */
const customers = (db: Db) =>
  db.selectFrom('companies').where('companies.platform', '=', false).where('companies.members', '=', false)
const withTenant = (db: Db) => customers(db).innerJoin('tenants', 'tenants.company_id', 'companies.top_id')

const shown = (db: Db) =>
  withTenant(db)
    .innerJoin('plans', 'plans.id', 'tenants.plan_id')
    .leftJoin('companies as above', 'above.id', 'companies.parent_id')
    .leftJoin('users as admin', (join) =>
      join.onRef('admin.company_id', '=', 'companies.id').onRef('admin.id', '=', 'companies.admin_id'),
    )
    .select([
      'companies.id',
      'companies.name',
      'companies.short_name as shortName',
      'companies.code',
      standing.as('status'),
      'companies.locked_at as lockTime',
      'companies.lock_reason as lockReason',
      'companies.locked_by as lockBy',
      'companies.locked_until as lockUntil',
      'companies.parent_id as parent',
      'companies.top_id as topId',
      'companies.admin_id as adminId',
      sql<string>`coalesce(above.name, '')`.as('parentName'),
      state.as('state'),
      'plans.id as planId',
      'plans.name as planName',
      'tenants.expire_at as expireTime',
      sql<number | null>`coalesce(tenants.most_users, plans.most_users)`.as('mostUsers'),
      sql<number>`people_of(companies.top_id)`.as('tenantUsers'),
      sql<string>`coalesce(admin.account, '')`.as('adminAccount'),
      sql<string>`coalesce(admin.name, '')`.as('adminName'),
      sql<boolean>`not exists (select from orgs where orgs.company_id = companies.id)`.as('leaf'),
      'companies.created_at as createTime',
      'companies.created_by as createBy',
      'companies.updated_at as updateTime',
      'companies.updated_by as updateBy',
      'companies.version',
    ])

const particulars = [
  'companies.credit_code as creditCode',
  'companies.legal',
  'companies.contact',
  'companies.phone',
  'companies.email',
  'companies.area_code as areaCode',
  'companies.address',
  'companies.industry',
  'companies.size',
  'companies.remark',
] as const

const says = (search: string) =>
  sql<boolean>`companies.name_grams @> searched_grams(${search}) and (
    strpos(lower(companies.name), lower(${search})) > 0 or strpos(lower(companies.short_name), lower(${search})) > 0
    or strpos(lower(companies.code), lower(${search})) > 0 or strpos(lower(companies.credit_code), lower(${search})) > 0)`

/** As `standing_of` says it (migration 0016); what few companies are is asked the way an index knows it. */
const standings = {
  1: sql<boolean>`${standing} = 1`,
  2: sql<boolean>`companies.locked_at is not null and ${standing} = 2`,
} as const

/** Of what it may have, how much makes a tenant one of these. */
const usedFrom = { full: 1, near: nearShare } as const

/** When somebody came to act in a company last. */
const lastVisit = ({ companyId, userId }: Caller) =>
  sql<string | null>`(select max(created_at) from sessions where act_company_id = companies.id
    and company_id = ${companyId} and user_id = ${userId})`

/** When somebody began to keep a company at hand; null where he does not. */
const pinTime = ({ companyId, userId }: Caller) =>
  sql<string | null>`(select pinned_at from pinned_companies where pinned_id = companies.id
    and company_id = ${companyId} and user_id = ${userId})`

const endsWithin = (range: string, timeZone: string) => {
  const { from, before } = momentsOf(range, timeZone)
  return sql<boolean>`tenants.expire_at >= ${from} and tenants.expire_at < ${before}`
}

const matching = (db: Db, caller: Caller, query: CompaniesNarrowing) => {
  const { search, 'f.status': status, 'f.parent': parent } = query
  const { 'f.state': ofState, 'f.planId': planId, 'f.expire': expire, 'f.usage': usage } = query
  let rows = customers(db)
  if (search) rows = rows.where(says(search))
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

const columnsOf = ({ shortName, creditCode, areaCode, parent, ...alike }: CompanyFields) => ({
  ...alike,
  short_name: shortName,
  credit_code: creditCode,
  area_code: areaCode,
  parent_id: parent,
})
const change = (db: Db, id: string) => db.updateTable('companies').where('id', '=', id)

/** Customers' companies as the platform keeps them. */
export const managedCompaniesRepository = {
  async list(db: Db, caller: Caller, query: CompaniesQuery) {
    const found = matching(db, caller, query)
    const [recent, pinned] = [lastVisit(caller), pinTime(caller)]
    const near = (query['f.pinned'] && pinned) || (query['f.recent'] && recent)
    let few = found.select('companies.id')
    let page = shown(db).select([recent.as('recent'), sql<boolean>`${pinned} is not null`.as('pinned')])
    if (near && !query.sort) {
      few = few.orderBy(near, 'desc')
      page = page.orderBy(near, 'desc')
    }
    for (const { column, direction } of orderOf(query.sort || '-createTime', sorted)) {
      few = few.orderBy(column, direction)
      page = page.orderBy(column, direction)
    }
    const { data: ids, ...total } = await pageOf(db, query, few.orderBy('companies.id'), found, 'platform')
    const data = await page
      .where(sql<boolean>`companies.id = any(${ids.map(({ id }) => id)})`)
      .orderBy('companies.id')
      .execute()
    return { data, ...total }
  },

  count: (db: Db, caller: Caller, query: CompaniesNarrowing, most: number) =>
    countUpTo(db, matching(db, caller, query), most),
  /** Those behind an id, in the order of their ids. */
  batch(db: Db, caller: Caller, query: CompaniesNarrowing, behind: string | undefined, size: number) {
    const found = matching(db, caller, query)
    const left = behind === undefined ? found : found.where('companies.id', '>', behind)
    const few = left.select('companies.id').orderBy('companies.id').limit(size)
    return shown(db).where('companies.id', 'in', few).orderBy('companies.id').execute()
  },

  find: (db: Db, id: string) =>
    shown(db)
      .where('companies.id', '=', id)
      .select(particulars)
      .select(sql<number>`(select people from headcounts where company_id = companies.id)`.as('users'))
      .executeTakeFirst(),

  standing: (db: Db, id: string) =>
    withTenant(db)
      .where('companies.id', '=', id)
      .select(['companies.id', 'companies.name', standing.as('status'), state.as('tenantStatus')])
      .select(sql<'allowed' | 'ask' | 'denied'>`tenants.switch_policy`.as('switchPolicy'))
      .executeTakeFirst(),

  /** Keeps a company from being changed until the transaction ends. Out: whether there is one. */
  hold: async (db: Db, id: string): Promise<boolean> =>
    (await customers(db).where('companies.id', '=', id).select('companies.id').forNoKeyUpdate().executeTakeFirst()) !==
    undefined,

  /** Which of the three another company has. */
  taken: (db: Db, { name, code, creditCode }: CompanyFields, except: string | null) =>
    db
      .selectFrom('companies')
      .where((eb) =>
        eb.or([
          eb('name', '=', name),
          // Said as their indexes say it, which leave out the empty ones.
          ...(code === '' ? [] : [eb.and([eb('code', '=', code), eb('code', '<>', '')])]),
          ...(creditCode === '' ? [] : [eb.and([eb('credit_code', '=', creditCode), eb('credit_code', '<>', '')])]),
        ]),
      )
      .where(sql<boolean>`id is distinct from ${except}::uuid`)
      .select(['name', 'code', 'credit_code as creditCode'])
      .execute(),

  /** A company and all that stand above it, nearest first. */
  lineAbove: async (db: Db, id: string): Promise<{ id: string; topId: string }[]> => {
    const { rows } = await sql<{ id: string; topId: string }>`
      with recursive line as (
        select id, parent_id, top_id, 1 as step from companies where id = ${id} and not platform and not members
        union all
        select above.id, above.parent_id, above.top_id, line.step + 1
        from line join companies above on above.id = line.parent_id)
      select id, top_id as "topId" from line order by step`.execute(db)
    return rows
  },
  /** Makes changes of who stands below whom take turns: whether a line closes in itself is asked of all of it. */
  takeTurn: (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('companies', 0))`.execute(db),

  insert: async (db: Db, fields: CompanyFields, by: Person): Promise<string> => {
    const id = newCompanyId()
    const person = JSON.stringify(by)
    await db
      .insertInto('companies')
      .values({ id, top_id: id, ...columnsOf(fields), created_by: person, updated_by: person })
      .execute()
    return id
  },
  update: (db: Db, id: string, fields: CompanyFields, by: Person) =>
    change(db, id)
      .set({ ...columnsOf(fields), ...stamps(by) })
      .execute(),
  lock: (db: Db, id: string, { reason, until }: Lock, by: Person) =>
    change(db, id)
      .set({ locked_at: sql`now()`, lock_reason: reason, locked_until: until, locked_by: JSON.stringify(by) })
      .set(stamps(by))
      .execute(),
  unlock: (db: Db, id: string, by: Person) =>
    change(db, id)
      .set({ locked_at: null, lock_reason: '', locked_until: null, locked_by: null, ...stamps(by) })
      .execute(),

  /** What hangs on a company beside its row. */
  belongings: async (db: Db, id: string) => {
    const { rows } = await sql<{ sessions: number; users: number; subsidiaries: number }>`select
      (select count(*) from sessions where (company_id = ${id} or act_company_id = ${id}) and ${living}) as "sessions",
      (select count(*) from users where company_id = ${id} and standing_of(users) = 1) as "users",
      (select count(*) from companies where parent_id = ${id}) as "subsidiaries"`.execute(db)
    return rows[0] ?? { sessions: 0, users: 0, subsidiaries: 0 }
  },
  /** A plan that can be chosen, with its quotas. */
  usablePlan: (db: Db, id: string) =>
    db
      .selectFrom('plans')
      .where('id', '=', id)
      .where('status', '=', 1)
      .select(['most_users as mostUsers', 'most_sms as mostSms', 'most_storage as mostStorage'])
      .executeTakeFirst(),
}
export type ManagedCompany = NonNullable<Awaited<ReturnType<typeof managedCompaniesRepository.find>>>
export type ListedCompany = Omit<ManagedCompany, keyof CompanyFields | 'users'> &
  Pick<ManagedCompany, 'name' | 'shortName' | 'code' | 'parent'>
