import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import type {
  TenantPolicies,
  TenantPoliciesImpact,
  TenantPoliciesUpdate,
} from '@atrium/contract/features/companies/tenant-policies.contract.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Db } from '../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { Settings } from '../base-parameters/index.ts'
import type { SessionService } from '../session/index.ts'
import { refuseOthers } from './company-rules.ts'
import { tenantPoliciesRepository as repository, type StoredPolicies } from './tenant-policies.repository.ts'
import { mayComeFrom } from './tenant-policy.ts'
import { tenantsRepository } from './tenants.repository.ts'

type Write = Omit<TenantPoliciesUpdate, 'version'>

const audited = ({ idleMinutes, absoluteMinutes, mostDevices, secondStepFrom, addresses, switchPolicy }: Write) => ({
  ...{ idleMinutes, absoluteMinutes, mostDevices, secondStepFrom, addresses, switchPolicy },
})

/** How the people of a tenant sign in, and how the platform's come to its companies: decided by the tenant, or in its stead. */
export const createTenantPolicies = ({ sessions, settings }: { sessions: SessionService; settings: Settings }) => {
  const platformOf = async (db: Db) => {
    const values = await settings.read(db)
    return { idleMinutes: values['session.idleMinutes'], absoluteMinutes: values['session.absoluteMinutes'] }
  }
  const shown = async ({ db, origin }: RequestScope, found: StoredPolicies): Promise<TenantPolicies> => ({
    ...found,
    platform: await platformOf(db),
    callerAddress: origin.ip,
  })
  const refuseBeyondPlatform = async (db: Db, write: Write) => {
    const platform = await platformOf(db)
    const { code } = companiesErrors.beyondPlatform
    for (const field of ['idleMinutes', 'absoluteMinutes'] as const)
      if ((write[field] ?? 0) > platform[field])
        throw refusalAt({ code, msg: `不能超过平台设定的 ${platform[field]} 分钟` }, field)
  }
  const impactOf = async (scope: RequestScope, before: StoredPolicies, write: Write) => {
    const { db, actor } = scope
    const ending = await sessions.beyondPolicy(db, before.companyId, write)
    const isNew = write.secondStepFrom !== null && write.secondStepFrom !== before.secondStepFrom
    const lacking = isNew ? await repository.withoutSecondStep(db, actor, before.companyId) : { people: 0, named: [] }
    return {
      sessions: ending.length,
      own: ending.includes(actor.sessionId),
      ...lacking,
    } satisfies TenantPoliciesImpact
  }

  /** Throws `subsidiary`, `versionConflict`, `beyondPlatform`; and what others would lose, until it is confirmed. */
  const change = async (scope: RequestScope, id: string, { version, ...write }: TenantPoliciesUpdate) => {
    const { db } = scope
    await tenantsRepository.hold(db, id)
    const before = orNotFound(await repository.find(db, id))
    if (before.companyId !== id) throw new AppError(companiesErrors.subsidiary)
    refuseStale({ ...before, id }, version)
    await refuseBeyondPlatform(db, write)
    scope.confirm(await impactOf(scope, before, write))
    await repository.update(db, id, write, personOf(scope))
    const endedSessions = await sessions.holdToPolicy(db, id, write)
    const after = { ...audited(write), ...(endedSessions > 0 && { endedSessions }) }
    scope.note({ entityId: id, entityName: before.companyName, before: audited(before), after })
    const companies = await tenantsRepository.companies(db, id)
    scope.afterCommit(() => companies.forEach(sessions.forgetCompany))
    return null
  }

  return {
    async own(scope: RequestScope) {
      const found = await repository.find(scope.db, scope.actor.companyId)
      return found ? shown(scope, found) : null
    },
    async get(scope: RequestScope, id: string) {
      refuseOthers(scope.actor)
      return shown(scope, orNotFound(await repository.find(scope.db, id)))
    },
    /** The platform's people are not bound by the addresses they allow a tenant. */
    async update(scope: RequestScope, id: string, body: TenantPoliciesUpdate) {
      refuseOthers(scope.actor)
      return change(scope, id, body)
    },
    /** Throws `ownAddressOutside` where the caller could not sign in any more. */
    async updateOwn(scope: RequestScope, body: TenantPoliciesUpdate) {
      const { actor, origin } = scope
      const { code } = companiesErrors.ownAddressOutside
      const msg = `您当前的地址 ${origin.ip} 不在列表中，保存后您自己也无法登录，请先把它加入列表`
      if (!mayComeFrom(body.addresses, origin.ip)) throw refusalAt({ code, msg }, 'addresses')
      return change(scope, actor.companyId, body)
    },
  }
}
export type TenantPoliciesService = ReturnType<typeof createTenantPolicies>
