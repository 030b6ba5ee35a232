import type {
  SetUp,
  Tenant,
  TenantUpdate,
  tenantClose,
} from '@atrium/contract/features/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { type Quotas, quotaFields, quotaKinds, quotasOf } from '@atrium/contract/features/plans/quotas.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Db } from '../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { alignToCeiling, type Gained, makeCompanyAdmin } from '../access/index.ts'
import { confirmCeiling, gainedIn, heldByPlan } from '../plans/index.ts'
import type { SessionService } from '../session/index.ts'
import { companiesRepository } from './companies.repository.ts'
import { refuseOthers } from './company-rules.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'
import { setUpRepository } from './set-up.repository.ts'
import { takenTenant } from './taken-tenant.ts'
import { templatesRepository } from './templates.repository.ts'
import { takeTemplate, templateName } from './templates.service.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

/** What a company began like, if that is still to be taken over, or again. Out: how many of each are new. */
const takeChosen = async (scope: RequestScope, companyId: string, again: boolean) => {
  const { db } = scope
  const { templateId, takenAt } = await templatesRepository.chosen(db, companyId)
  if (templateId === null || (takenAt !== null && !again)) return {}
  await templateName(db, templateId)
  return takeTemplate(db, { templateId, companyId, by: personOf(scope) })
}

const audited = (tenant: Omit<Tenant, 'setUp'>) => {
  const { planName: plan, startTime, expireTime, graceDays, trial } = tenant
  return { plan, startTime, expireTime, graceDays, trial, ...quotasOf(tenant) }
}

/** What may be used of each kind by other terms, where that changes; what was agreed on with the tenant goes before its plan's. */
const quotaChanges = ({ usage, planQuotas, ...now }: Omit<Tenant, 'setUp'>, terms: Quotas, plan: Quotas) =>
  quotaKinds.flatMap((kind) => {
    const field = quotaFields[kind]
    const [before, after] = [now[field] ?? planQuotas[field], terms[field] ?? plan[field]]
    return before === after ? [] : [{ kind, before, after, used: usage[kind] }]
  })

/** What was agreed on with a top company, and whether it may go on. */
export const createTenants = (sessions: SessionService) => {
  const find = async (db: Db, id: string) => orNotFound(await repository.find(db, id))
  const belongingsOf = async (db: Db, ids: readonly string[]) => {
    const sum = { sessions: 0, users: 0, subsidiaries: ids.length - 1 }
    for (const id of ids) {
      const own = await managedCompaniesRepository.belongings(db, id)
      sum.sessions += own.sessions
      sum.users += own.users
    }
    return sum
  }
  /** The companies of a tenant, once it was shown and confirmed what stops with them. */
  const confirmed = async (
    scope: RequestScope,
    { companyId, companyName: name }: { companyId: string; companyName: string },
  ) => {
    const companies = await repository.companies(scope.db, companyId)
    scope.confirm({ name, ...(await belongingsOf(scope.db, companies)) })
    return companies
  }
  /** Ends the sessions of companies. Out: how many. */
  const endAll = async (scope: RequestScope, companies: readonly string[], reason: string) => {
    let ended = 0
    for (const company of companies) ended += await sessions.endCompany(scope.db, company, reason)
    scope.afterCommit(() => companies.forEach(sessions.forgetCompany))
    return ended
  }

  return {
    async get({ db, actor }: RequestScope, id: string) {
      refuseOthers(actor)
      return { ...(await find(db, id)), setUp: await setUpRepository.state(db, id) }
    },

    /** Changes the terms; another plan is another ceiling, and shows first who loses what. */
    async update(scope: RequestScope, id: string, { version, ...terms }: TenantUpdate) {
      const { db } = scope
      const before = await takenTenant(scope, id)
      refuseStale({ ...before, id }, version)
      if (terms.expireTime !== null && Date.parse(terms.expireTime) <= Date.parse(terms.startTime))
        throw refusalAt(companiesErrors.timesReversed, 'expireTime')
      let gained: Gained | undefined
      if (terms.planId !== before.planId) {
        const plan = await managedCompaniesRepository.usablePlan(db, terms.planId)
        if (!plan) throw refusalAt(companiesErrors.noSuchPlan, 'planId')
        const [former, next] = [await heldByPlan(db, before.planId), await heldByPlan(db, terms.planId)]
        await confirmCeiling(scope, { topId: id }, former, next, quotaChanges(before, terms, plan))
        gained = await gainedIn(db, former, next)
      }
      await repository.update(db, id, terms, personOf(scope))
      if (gained) await alignToCeiling(db, { topId: id }, gained)
      const after = await find(db, id)
      scope.note({ entityId: id, entityName: after.companyName, before: audited(before), after: audited(after) })
      scope.afterCommit(sessions.forgetAll)
      return null
    },

    /** Closes all its companies at once; shows first whose sessions end. */
    async suspend(scope: RequestScope, id: string, reason: string) {
      const tenant = await takenTenant(scope, id)
      if (tenant.state === 'suspended') throw new AppError(companiesErrors.alreadySuspended)
      if (tenant.state === 'closing') throw new AppError(companiesErrors.closing)
      const companies = await confirmed(scope, tenant)
      await repository.suspend(scope.db, id, reason, personOf(scope))
      const endedSessions = await endAll(scope, companies, 'suspended')
      const after = { suspended: true, reason, endedSessions }
      scope.note({ entityId: id, entityName: tenant.companyName, before: { suspended: false }, after })
      return null
    },
    /** The same for good: thirty days later everything of them is erased. Throws `wrongName` and `closing`. */
    async close(scope: RequestScope, id: string, { reason, name }: z.output<typeof tenantClose>) {
      const tenant = await takenTenant(scope, id)
      if (tenant.state === 'closing') throw new AppError(companiesErrors.closing)
      if (name !== tenant.companyName) throw refusalAt(companiesErrors.wrongName, 'name')
      const companies = await confirmed(scope, tenant)
      await repository.close(scope.db, id, reason, personOf(scope))
      const endedSessions = await endAll(scope, companies, 'closed')
      const { eraseTime } = await find(scope.db, id)
      const after = { closing: true, reason, eraseTime, endedSessions }
      scope.note({ entityId: id, entityName: name, before: { closing: false }, after })
      return null
    },
    async reopen(scope: RequestScope, id: string) {
      const { companyName, state, closeReason: reason } = await takenTenant(scope, id)
      if (state !== 'closing') throw new AppError(companiesErrors.notClosing)
      await repository.reopen(scope.db, id, personOf(scope))
      const before = { closing: true, reason }
      scope.note({ entityId: id, entityName: companyName, before, after: { closing: false } })
      return null
    },
    /**
     * Makes a company ready for its people: somebody looks after it, by a role that holds what its plan does, and what it was to
     * begin with is there. That was its people's to change since, so it is taken over again only when that is said.
     */
    async initialise(scope: RequestScope, id: string, again: boolean) {
      const { db, actor } = scope
      refuseOthers(actor)
      await managedCompaniesRepository.hold(db, id)
      const company = orNotFound(await managedCompaniesRepository.find(db, id))
      const userId = await setUpRepository.candidate(db, id)
      if (userId === undefined) throw new AppError(companiesErrors.noUser)
      const told = (steps: SetUp) => Object.fromEntries(steps.map(({ step, done }) => [step, done]))
      const before = await setUpRepository.state(db, id)
      await makeCompanyAdmin(db, id, userId)
      await companiesRepository.setAdministrator(db, id, userId)
      const taken = await takeChosen(scope, id, again)
      const after = await setUpRepository.state(db, id)
      scope.note({ entityId: id, entityName: company.name, before: told(before), after: { ...told(after), ...taken } })
      scope.afterCommit(() => sessions.forgetCompany(id))
      return after
    },
    async resume(scope: RequestScope, id: string) {
      const { companyName, state, suspendReason: reason } = await takenTenant(scope, id)
      if (state !== 'suspended') throw new AppError(companiesErrors.notSuspended)
      await repository.resume(scope.db, id, personOf(scope))
      const before = { suspended: true, reason }
      scope.note({ entityId: id, entityName: companyName, before, after: { suspended: false } })
      return null
    },
  }
}
export type Tenants = ReturnType<typeof createTenants>
