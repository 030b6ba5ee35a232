import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type {
  TenantPolicies,
  TenantPoliciesImpact,
  TenantPoliciesUpdate,
} from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isAddressAllowed } from '../../../kernel/address-filter.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { Languages } from '../../../kernel/texts/languages.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { tenantPoliciesRepository as repository, type StoredPolicies } from './tenant-policies.repository.ts'
import { assertPlatformActor } from './tenant-rules.ts'
import { tenantsRepository } from './tenants.repository.ts'

type Write = Omit<TenantPoliciesUpdate, 'version'>

const toAuditValues = ({
  idleMinutes,
  absoluteMinutes,
  mostDevices,
  secondStepFrom,
  addresses,
  switchPolicy,
  ssoOnly,
  language,
}: Write) => ({
  idleMinutes,
  absoluteMinutes,
  mostDevices,
  secondStepFrom,
  addresses,
  switchPolicy,
  ssoOnly,
  language,
})

/** Applies policy terms to the live sessions of a tenant. */
type PolicyEnforcer = {
  /** Ids of the sessions that the terms would end. */
  listBeyondPolicy(db: Db, topId: string, terms: Write): Promise<string[]>
  /**
   * Ends them in the caller's transaction and shortens the others.
   * @returns the number ended
   */
  enforcePolicy(db: Db, topId: string, terms: Write): Promise<number>
}
type Ports = {
  sessions: PolicyEnforcer & Pick<SessionEnder, 'forgetCompany'>
  settings: Settings
  languages: Pick<Languages, 'tags'>
}

/** Sign-in policies of tenants and their switch policy, changed by the tenant or by the platform. */
export const createTenantPolicies = ({ sessions, settings, languages }: Ports) => {
  const readPlatformLimits = async (db: Db) => {
    const values = await settings.read(db)
    return { idleMinutes: values['session.idleMinutes'], absoluteMinutes: values['session.absoluteMinutes'] }
  }
  const toTenantPolicies = async ({ db, origin }: RequestScope, found: StoredPolicies): Promise<TenantPolicies> => ({
    ...found,
    platform: await readPlatformLimits(db),
    callerAddress: origin.ip,
    languages: [...languages.tags],
  })
  const assertWithinPlatformLimits = async (db: Db, write: Write) => {
    const platform = await readPlatformLimits(db)
    const { code } = companiesErrors.beyondPlatform
    for (const field of ['idleMinutes', 'absoluteMinutes'] as const)
      if ((write[field] ?? 0) > platform[field])
        throw refusalAt({ code, msg: t('不能超过平台设定的 {field} 分钟', { field: platform[field] }) }, field)
  }
  const computeImpact = async (scope: RequestScope, before: StoredPolicies, write: Write) => {
    const { db, actor } = scope
    const endedSessionIds = await sessions.listBeyondPolicy(db, before.companyId, write)
    const isNew = write.secondStepFrom !== null && write.secondStepFrom !== before.secondStepFrom
    const lacking = isNew
      ? await repository.findUsersWithoutSecondStep(db, actor, before.companyId)
      : { people: 0, named: [] }
    const isStrict = write.ssoOnly && !before.ssoOnly
    const unlinked = isStrict ? await repository.findUnlinked(db, before.companyId) : []
    return {
      unlinked: unlinked.length,
      ownUnlinked: unlinked.includes(actor.userId),
      sessions: endedSessionIds.length,
      own: endedSessionIds.includes(actor.sessionId),
      ...lacking,
    } satisfies TenantPoliciesImpact
  }

  /** Throws `subsidiary`, `versionConflict`, `beyondPlatform`, `unknownLanguage` and `noProvider`, and the impact until it is confirmed. */
  const change = async (scope: RequestScope, id: string, { version, ...write }: TenantPoliciesUpdate) => {
    const { db } = scope
    await tenantsRepository.lockRow(db, id)
    const before = orNotFound(await repository.find(db, id))
    if (before.companyId !== id) throw new AppError(companiesErrors.subsidiary)
    assertVersion({ ...before, id }, version)
    await assertWithinPlatformLimits(db, write)
    if (write.language !== '' && !languages.tags.includes(write.language))
      throw refusalAt(companiesErrors.unknownLanguage, 'language')
    if (write.ssoOnly && !before.ssoOnly && !(await repository.holdProviders(db, id)))
      throw refusalAt(companiesErrors.noProvider, 'ssoOnly')
    scope.confirm(await computeImpact(scope, before, write))
    await repository.update(db, id, write, toAuthor(scope))
    const endedSessions = await sessions.enforcePolicy(db, id, write)
    const after = { ...toAuditValues(write), ...(endedSessions > 0 && { endedSessions }) }
    scope.note({ entityId: id, entityName: before.companyName, before: toAuditValues(before), after })
    const companies = await tenantsRepository.listCompanyIds(db, id)
    scope.afterCommit(() => companies.forEach(sessions.forgetCompany))
    return null
  }

  return {
    async own(scope: RequestScope) {
      const found = await repository.find(scope.db, scope.actor.companyId)
      return found ? toTenantPolicies(scope, found) : null
    },
    async get(scope: RequestScope, id: string) {
      assertPlatformActor(scope.actor)
      return toTenantPolicies(scope, orNotFound(await repository.find(scope.db, id)))
    },
    /** Operators of the platform are not bound by the allowed addresses. */
    async update(scope: RequestScope, id: string, body: TenantPoliciesUpdate) {
      assertPlatformActor(scope.actor)
      return change(scope, id, body)
    },
    /** Throws `ownAddressOutside` if the change would lock out the caller. */
    async updateOwn(scope: RequestScope, body: TenantPoliciesUpdate) {
      const { actor, origin } = scope
      const { code } = companiesErrors.ownAddressOutside
      const msg = t('您当前的地址 {ip} 不在列表中，保存后您将无法登录，请先将其加入列表', { ip: origin.ip })
      if (!isAddressAllowed(body.addresses, origin.ip)) throw refusalAt({ code, msg }, 'addresses')
      return change(scope, actor.companyId, body)
    },
  }
}
