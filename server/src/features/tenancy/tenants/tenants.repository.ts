import {
  closingDays,
  type Tenant,
  type TenantUpdate,
} from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { sql, type Updateable } from 'kysely'
import { extendTimeout } from '../../../kernel/db/bound-connection.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import { usageJsonArguments } from './quota-usage.repository.ts'
import { domainsJson, logoEtag } from './tenant-fragments.repository.ts'

const updateRow = (db: Db, companyId: string) => db.updateTable('tenants').where('company_id', '=', companyId)

type StoredTenant = Omit<Tenant, 'setUp' | 'modules'> & { modulesOff: readonly string[] }

export const tenantsRepository = {
  /** The tenant of a company, its own or a shared one. */
  find: (db: Db, companyId: string): Promise<StoredTenant | undefined> =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .innerJoin('companies as top', 'top.id', 'tenants.company_id')
      .innerJoin('plans', 'plans.id', 'tenants.plan_id')
      .where('companies.id', '=', companyId)
      .select([
        'top.id as companyId',
        'top.name as companyName',
        sql<Tenant['state']>`state_of(tenants)`.as('state'),
        'plans.id as planId',
        'plans.name as planName',
        sql<Tenant['planQuotas']>`json_build_object('mostUsers', plans.most_users, 'mostSms', plans.most_sms,
          'mostStorage', plans.most_storage)`.as('planQuotas'),
        'tenants.start_at as startTime',
        'tenants.expire_at as expireTime',
        'tenants.grace_days as graceDays',
        sql<string | null>`tenants.expire_at + make_interval(days => tenants.grace_days)`.as('graceUntil'),
        'tenants.trial',
        'tenants.most_users as mostUsers',
        'tenants.most_sms as mostSms',
        'tenants.most_storage as mostStorage',
        'tenants.suspend_reason as suspendReason',
        'tenants.close_reason as closeReason',
        'tenants.erase_at as eraseTime',
        sql<Tenant['usage']>`json_build_object(${usageJsonArguments},
          'companies', (select count(*) from companies own where own.top_id = top.id))`.as('usage'),
        sql<Tenant['branding']>`json_build_object('title', tenants.title, 'logo', ${logoEtag},
          'primary', tenants.primary_color, 'background', tenants.background)`.as('branding'),
        domainsJson.as('domains'),
        'tenants.modules_off as modulesOff',
        'tenants.version',
      ])
      .executeTakeFirst(),

  /** Locks a tenant until the transaction ends. */
  lockRow: (db: Db, companyId: string) =>
    db.selectFrom('tenants').where('company_id', '=', companyId).select('company_id').forNoKeyUpdate().execute(),
  update: (db: Db, companyId: string, terms: Omit<TenantUpdate, 'version'>, by: Person) =>
    updateRow(db, companyId)
      .set({
        plan_id: terms.planId,
        start_at: terms.startTime,
        expire_at: terms.expireTime,
        grace_days: terms.graceDays,
        trial: terms.trial,
        most_users: terms.mostUsers,
        most_sms: terms.mostSms,
        most_storage: terms.mostStorage,
        ...updateStamps(by),
      })
      .execute(),
  amend: (db: Db, companyId: string, columns: Updateable<Tables['tenants']>, by: Person) =>
    updateRow(db, companyId)
      .set({ ...columns, ...updateStamps(by) })
      .execute(),
  /** Adds a module to those that are off, or takes it away. */
  switchModule: (db: Db, companyId: string, { module, on }: { module: string; on: boolean }, by: Person) =>
    updateRow(db, companyId)
      .set({
        modules_off: sql`${on ? sql`array_remove(modules_off, ${module})` : sql`array_append(array_remove(modules_off, ${module}), ${module})`}`,
        ...updateStamps(by),
      })
      .execute(),
  suspend: (db: Db, companyId: string, reason: string, by: Person) =>
    updateRow(db, companyId)
      .set({ suspended_at: sql`now()`, suspend_reason: reason, ...updateStamps(by) })
      .execute(),
  resume: (db: Db, companyId: string, by: Person) =>
    updateRow(db, companyId)
      .set({ suspended_at: null, suspend_reason: '', ...updateStamps(by) })
      .execute(),

  close: (db: Db, companyId: string, reason: string, by: Person) =>
    updateRow(db, companyId)
      .set({ erase_at: sql`now() + make_interval(days => ${closingDays})`, close_reason: reason, ...updateStamps(by) })
      .execute(),
  reopen: (db: Db, companyId: string, by: Person) =>
    updateRow(db, companyId)
      .set({ erase_at: null, close_reason: '', ...updateStamps(by) })
      .execute(),
  /** Locks a tenant due for erasure; skips those locked by another node. */
  lockDueForErasure: async (db: Db): Promise<string | undefined> =>
    (
      await db
        .selectFrom('tenants')
        .where(sql<boolean>`erase_at <= now()`)
        .orderBy('erase_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('company_id')
        .executeTakeFirst()
    )?.company_id,
  /** Erases the tenant with all its companies; a large one exceeds the usual statement timeout. */
  erase: async (db: Db, companyId: string) => {
    await extendTimeout(db, 30)
    await sql`select erase_tenant(${companyId})`.execute(db)
  },

  /** The ids of a tenant's companies. */
  listCompanyIds: async (db: Db, companyId: string): Promise<string[]> =>
    (await db.selectFrom('companies').where('top_id', '=', companyId).orderBy('id').select('id').execute()).map(
      ({ id }) => id,
    ),
  /** How many users may be added to the tenant; null: any number. Waits for concurrent additions. */
  findUserRoom: async (db: Db, companyId: string): Promise<number | null> => {
    const { rows } = await sql<{ room: number | null }>`select user_room(${companyId}) as room`.execute(db)
    return rows[0]?.room ?? null
  },
  /** Whether the tenant exceeds its storage with what this transaction has written. */
  isStorageLimitExceeded: async (db: Db, companyId: string): Promise<boolean> => {
    const { rows } = await sql<{ much: boolean }>`select is_over_storage(${companyId}) as much`.execute(db)
    return rows[0]?.much ?? false
  },
  /** The tenant of a company and its daily SMS limit; undefined without a tenant. */
  findSmsQuota: (db: Db, companyId: string) =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .innerJoin('plans', 'plans.id', 'tenants.plan_id')
      .where('companies.id', '=', companyId)
      .select(['tenants.company_id as topId'])
      .select(sql<number | null>`coalesce(tenants.most_sms, plans.most_sms)`.as('most'))
      .executeTakeFirst(),
}
