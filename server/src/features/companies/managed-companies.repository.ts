import type {
  CompaniesNarrowing,
  CompanyFields,
  CompanyRow,
} from '@atrium/contract/features/companies/companies.contract.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../kernel/db/capped-total.ts'
import { type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { inOrder } from '../../kernel/db/page-of.ts'
import { newCompanyId } from '../../kernel/ids.ts'
import {
  type Caller,
  type CompaniesQuery,
  customers,
  lastVisit,
  matchingCompanies,
  nearFirst,
  orderBy,
  pageOfCompanies,
  pinTime,
  standing,
} from './matching-companies.repository.ts'

type Lock = { reason: string; until: string | null }

const state = sql<CompanyRow['tenant']['state']>`state_of(tenants)`
const living = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`

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
    const { ids, ...total } = await pageOfCompanies(db, caller, query)
    const page = shown(db)
      .select([lastVisit(caller).as('recent'), sql<boolean>`${pinTime(caller)} is not null`.as('pinned')])
      .where(sql<boolean>`companies.id = any(${ids})`)
    const data = await inOrder(nearFirst(page, caller, query), 'companies', orderBy(query)).execute()
    return { data, ...total }
  },

  count: (db: Db, caller: Caller, query: CompaniesNarrowing, most: number) =>
    countUpTo(db, matchingCompanies(db, caller, query), most),
  /** Those behind an id, in the order of their ids. */
  batch(db: Db, caller: Caller, query: CompaniesNarrowing, behind: string | undefined, size: number) {
    const found = matchingCompanies(db, caller, query)
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
