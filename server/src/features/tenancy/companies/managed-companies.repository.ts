import type {
  CompaniesFilter,
  CompanyFields,
  CompanyRow,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder } from '../../../kernel/db/fetch-page.ts'
import { newCompanyId } from '../../../kernel/ids.ts'
import {
  type Caller,
  type CompaniesQuery,
  companyStatus,
  customerCompanies,
  findCompanyPage,
  lastVisitTime,
  matchingCompanies,
  orderBy,
  orderByRecency,
  pinTime,
} from './matching-companies.repository.ts'

type Lock = { reason: string; until: string | null }

const state = sql<CompanyRow['tenant']['state']>`state_of(tenants)`
const isLiveSession = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`

const withTenant = (db: Db) => customerCompanies(db).innerJoin('tenants', 'tenants.company_id', 'companies.top_id')

const selectCompanies = (db: Db) =>
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
      companyStatus.as('status'),
      'companies.locked_at as lockTime',
      'companies.lock_reason as lockReason',
      sql<Person | null>`companies.locked_by`.as('lockBy'),
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
      sql<Person>`companies.created_by`.as('createBy'),
      'companies.updated_at as updateTime',
      sql<Person>`companies.updated_by`.as('updateBy'),
      'companies.version',
    ])

const detailColumns = [
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

const toColumns = ({ shortName, creditCode, areaCode, parent, ...rest }: CompanyFields) => ({
  ...rest,
  short_name: shortName,
  credit_code: creditCode,
  area_code: areaCode,
  parent_id: parent,
})
const updateRow = (db: Db, id: string) => db.updateTable('companies').where('id', '=', id)

/** Customer companies, managed by the platform. */
export const managedCompaniesRepository = {
  async list(db: Db, caller: Caller, query: CompaniesQuery) {
    const { ids, ...total } = await findCompanyPage(db, caller, query)
    const page = selectCompanies(db)
      .select([lastVisitTime(caller).as('recent'), sql<boolean>`${pinTime(caller)} is not null`.as('pinned')])
      .where(sql<boolean>`companies.id = any(${ids})`)
    const data = await applyOrder(orderByRecency(page, caller, query), 'companies', orderBy(query)).execute()
    return { data, ...total }
  },

  count: (db: Db, caller: Caller, query: CompaniesFilter & Ticked, max: number) =>
    countUpTo(db, matchingCompanies(db, caller, query), max),
  /** Companies after an id, in the order of ids. */
  batch(db: Db, caller: Caller, query: CompaniesFilter & Ticked, afterId: string | undefined, size: number) {
    const found = matchingCompanies(db, caller, query)
    const remaining = afterId === undefined ? found : found.where('companies.id', '>', afterId)
    const batchIds = remaining.select('companies.id').orderBy('companies.id').limit(size)
    return selectCompanies(db).where('companies.id', 'in', batchIds).orderBy('companies.id').execute()
  },

  find: (db: Db, id: string) =>
    selectCompanies(db)
      .where('companies.id', '=', id)
      .select(detailColumns)
      .select(sql<number>`(select people from headcounts where company_id = companies.id)`.as('users'))
      .executeTakeFirst(),

  findStatus: (db: Db, id: string) =>
    withTenant(db)
      .where('companies.id', '=', id)
      .select(['companies.id', 'companies.name', companyStatus.as('status'), state.as('tenantStatus')])
      .select(sql<'allowed' | 'ask' | 'denied'>`tenants.switch_policy`.as('switchPolicy'))
      .executeTakeFirst(),

  /**
   * Locks a company's row until the transaction ends.
   * @returns whether it exists
   */
  lockRow: async (db: Db, id: string): Promise<boolean> =>
    (await customerCompanies(db)
      .where('companies.id', '=', id)
      .select('companies.id')
      .forNoKeyUpdate()
      .executeTakeFirst()) !== undefined,

  /** Other companies with the same name, code or credit code. */
  findDuplicates: (db: Db, { name, code, creditCode }: CompanyFields, except: string | null) =>
    db
      .selectFrom('companies')
      .where((eb) =>
        eb.or([
          eb('name', '=', name),
          // Repeats the condition of the partial indexes, which exclude empty values.
          ...(code === '' ? [] : [eb.and([eb('code', '=', code), eb('code', '<>', '')])]),
          ...(creditCode === '' ? [] : [eb.and([eb('credit_code', '=', creditCode), eb('credit_code', '<>', '')])]),
        ]),
      )
      .where(sql<boolean>`id is distinct from ${except}::uuid`)
      .select(['name', 'code', 'credit_code as creditCode'])
      .execute(),

  /** A company and its ancestors, nearest first. */
  ancestors: async (db: Db, id: string): Promise<{ id: string; topId: string }[]> => {
    const { rows } = await sql<{ id: string; topId: string }>`
      with recursive line as (
        select id, parent_id, top_id, 1 as step from companies where id = ${id} and not platform and not members
        union all
        select above.id, above.parent_id, above.top_id, line.step + 1
        from line join companies above on above.id = line.parent_id)
      select id, top_id as "topId" from line order by step`.execute(db)
    return rows
  },
  /** Serialises moves: a check for cycles spans the whole hierarchy. */
  lockHierarchy: (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('companies', 0))`.execute(db),

  insert: async (db: Db, fields: CompanyFields, by: Person): Promise<string> => {
    const id = newCompanyId()
    const person = JSON.stringify(by)
    await db
      .insertInto('companies')
      .values({ id, top_id: id, ...toColumns(fields), created_by: person, updated_by: person })
      .execute()
    return id
  },
  update: (db: Db, id: string, fields: CompanyFields, by: Person) =>
    updateRow(db, id)
      .set({ ...toColumns(fields), ...updateStamps(by) })
      .execute(),
  lock: (db: Db, id: string, { reason, until }: Lock, by: Person) =>
    updateRow(db, id)
      .set({ locked_at: sql`now()`, lock_reason: reason, locked_until: until, locked_by: JSON.stringify(by) })
      .set(updateStamps(by))
      .execute(),
  unlock: (db: Db, id: string, by: Person) =>
    updateRow(db, id)
      .set({ locked_at: null, lock_reason: '', locked_until: null, locked_by: null, ...updateStamps(by) })
      .execute(),

  /** Counts of live sessions, active users and direct subsidiaries. */
  countDependents: async (db: Db, id: string) => {
    const { rows } = await sql<{ sessions: number; users: number; subsidiaries: number }>`select
      (select count(*) from sessions where (company_id = ${id} or act_company_id = ${id}) and ${isLiveSession}) as "sessions",
      (select count(*) from users where company_id = ${id} and status_of(users) = 1) as "users",
      (select count(*) from companies where parent_id = ${id}) as "subsidiaries"`.execute(db)
    return rows[0] ?? { sessions: 0, users: 0, subsidiaries: 0 }
  },
  /** A plan that can be chosen, with its quotas. */
  findActivePlan: (db: Db, id: string) =>
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
