import {
  namedInPolicyImpact,
  type TenantPolicies,
  type TenantPoliciesImpact,
  type TenantPoliciesUpdate,
} from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'

export type StoredPolicies = Omit<TenantPolicies, 'platform' | 'callerAddress' | 'languages'>

/** The principal of a user has neither an authenticator app nor codes by SMS. */
export const lacksSecondStep = sql<boolean>`
  not (coalesce(principal.sms_second_step, users.sms_second_step) and coalesce(principal.phone, users.phone) is not null)
  and not exists (select from totp_secrets where confirmed_at is not null
    and company_id = coalesce(principal.company_id, users.company_id) and user_id = coalesce(principal.id, users.id))`

const usersWithPrincipals = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('users as principal', (join) =>
      join
        .onRef('principal.company_id', '=', 'users.principal_company_id')
        .onRef('principal.id', '=', 'users.principal_id'),
    )

/** Policies of tenants. Requires platform reach. */
export const tenantPoliciesRepository = {
  /** The policies of a company's tenant; undefined without one. */
  find: (db: Db, companyId: string): Promise<StoredPolicies | undefined> =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .innerJoin('companies as top', 'top.id', 'tenants.company_id')
      .where('companies.id', '=', companyId)
      .select([
        'top.id as companyId',
        'top.name as companyName',
        'tenants.idle_minutes as idleMinutes',
        'tenants.absolute_minutes as absoluteMinutes',
        'tenants.most_devices as mostDevices',
        'tenants.second_step_from as secondStepFrom',
        'tenants.allowed_addresses as addresses',
        sql<TenantPolicies['switchPolicy']>`tenants.switch_policy`.as('switchPolicy'),
        'tenants.sso_only as ssoOnly',
        sql<string>`coalesce(tenants.language, '')`.as('language'),
        'tenants.version',
      ])
      .executeTakeFirst(),

  update: (db: Db, companyId: string, write: Omit<TenantPoliciesUpdate, 'version'>, by: Person) =>
    db
      .updateTable('tenants')
      .where('company_id', '=', companyId)
      .set({
        idle_minutes: write.idleMinutes,
        absolute_minutes: write.absoluteMinutes,
        most_devices: write.mostDevices,
        second_step_from: write.secondStepFrom,
        allowed_addresses: write.addresses,
        switch_policy: write.switchPolicy,
        sso_only: write.ssoOnly,
        language: write.language || null,
        ...updateStamps(by),
      })
      .execute(),

  /** Active users of a tenant without a second step: their number, and some names within the caller's row scope. */
  async findUsersWithoutSecondStep(
    db: Db,
    actor: Viewer,
    topId: string,
  ): Promise<Pick<TenantPoliciesImpact, 'people' | 'named'>> {
    const lacking = usersWithPrincipals(db)
      .where('companies.top_id', '=', topId)
      .where(sql<boolean>`status_of(users) = 1`)
      .where(lacksSecondStep)
    const { people } = await lacking
      .select(sql<number>`count(distinct coalesce(principal.id, users.id))`.as('people'))
      .executeTakeFirstOrThrow()
    const isVisible = isVisibleUser(actor, 'users.id')
    const named = await (isVisible ? lacking.where(isVisible) : lacking)
      .select(['users.name', 'users.account'])
      .orderBy('users.account')
      .limit(namedInPolicyImpact)
      .execute()
    return { people, named }
  },

  /** Whether a tenant has an identity provider by which people can sign in; none of them is switched off meanwhile. */
  holdProviders: async (db: Db, topId: string): Promise<boolean> =>
    (
      await db
        .selectFrom('identity_providers')
        .innerJoin('companies', 'companies.id', 'identity_providers.company_id')
        .where('companies.top_id', '=', topId)
        .where('enabled', '=', true)
        .select('identity_providers.id')
        .orderBy('identity_providers.id')
        .forShare('identity_providers')
        .execute()
    ).length > 0,

  /** Active users of a tenant who are linked to none of its enabled identity providers: their ids. */
  async findUnlinked(db: Db, topId: string): Promise<string[]> {
    const linked = sql<boolean>`exists (
      select from identity_links link
        join identity_providers provider on provider.id = link.provider_id and provider.enabled
        join companies owner on owner.id = provider.company_id and owner.top_id = ${topId}
      where link.company_id = coalesce(principal.company_id, users.company_id)
        and link.user_id = coalesce(principal.id, users.id))`
    const found = await usersWithPrincipals(db)
      .where('companies.top_id', '=', topId)
      .where(sql<boolean>`status_of(users) = 1`)
      .where((eb) => eb.not(linked))
      .select('users.id')
      .execute()
    return found.map(({ id }) => id)
  },

  /** When the user's tenant starts to require a second step, if the user has none. */
  findSecondStepStart: async (db: Db, { companyId, userId }: { companyId: string; userId: string }) =>
    (
      await usersWithPrincipals(db)
        .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
        .where('users.company_id', '=', companyId)
        .where('users.id', '=', userId)
        .where('tenants.second_step_from', 'is not', null)
        .where(lacksSecondStep)
        .select('tenants.second_step_from as from')
        .executeTakeFirst()
    )?.from,
}
