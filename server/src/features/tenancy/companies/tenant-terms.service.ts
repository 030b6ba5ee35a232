import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { pickQuotas, type Quotas, quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { Tenant, TenantUpdate } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import {
  type Authorization,
  type GainedRights,
  type HeldRight,
  restoreRevokedRights,
} from '../../access/authorization/index.ts'
import { computeGains, confirmCeiling, findPlanCeiling } from '../plans/index.ts'
import { assertFutureTime, lockTopTenant, tenantsRepository as repository } from '../tenants/index.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'

type StoredTenant = Omit<Tenant, 'setUp' | 'modules'>
/** The plan that a tenant had, and what its roles held beyond the one that it was given. */
export type FormerPlan = { planId: string; held: readonly HeldRight[] }
/** What a tenant without its own numbers has of its plan. */
type Terms = Quotas & { planId: string }

const noGains: GainedRights = { elements: [], menus: [] }
const toAuditValues = (tenant: StoredTenant) => {
  const { planName: plan, startTime, expireTime, graceDays, trial } = tenant
  return { plan, startTime, expireTime, graceDays, trial, ...pickQuotas(tenant) }
}

/** The quotas that change under new terms; the tenant's own numbers precede its plan's. */
const diffQuotas = ({ usage, planQuotas, ...now }: StoredTenant, terms: Quotas, plan: Quotas) =>
  quotaKinds.flatMap((kind) => {
    const field = quotaFields[kind]
    const [before, after] = [now[field] ?? planQuotas[field], terms[field] ?? plan[field]]
    return before === after ? [] : [{ kind, before, after, used: usage[kind] }]
  })
const assertTimesInOrder = (startTime: string, expireTime: string | null) => {
  if (expireTime !== null && Date.parse(expireTime) <= Date.parse(startTime))
    throw refusalAt(companiesErrors.timesReversed, 'expireTime')
}

type Ports = { sessions: SessionEnder; authorization: Pick<Authorization, 'alignToCeiling'> }

/** Terms of tenants: their plan, times and quotas. */
export const createTenantTerms = ({ sessions, authorization }: Ports) => {
  const find = async (db: Db, id: string) => orNotFound(await repository.find(db, id))

  /**
   * Shows who loses rights under another plan.
   * @returns what administrators gain; undefined for the same plan.
   */
  const confirmPlan = async (scope: RequestScope, before: StoredTenant, terms: Terms) => {
    const { db } = scope
    if (terms.planId === before.planId) return undefined
    const plan = await managedCompaniesRepository.findActivePlan(db, terms.planId)
    if (!plan) throw refusalAt(companiesErrors.noSuchPlan, 'planId')
    const [former, next] = [await findPlanCeiling(db, before.planId), await findPlanCeiling(db, terms.planId)]
    const topId = before.companyId
    await confirmCeiling(scope, { topId }, former, next, diffQuotas(before, terms, plan))
    return computeGains(db, former, next)
  }
  const noteChange = async (scope: RequestScope, before: StoredTenant) => {
    const { companyId: entityId, companyName: entityName } = before
    const after = await find(scope.db, entityId)
    scope.note({ entityId, entityName, before: toAuditValues(before), after: toAuditValues(after) })
    scope.afterCommit(sessions.forgetAll)
  }

  return {
    /** Changes the terms. Another plan changes the ceiling and shows first who loses rights. */
    async update(scope: RequestScope, id: string, { version, ...terms }: TenantUpdate) {
      const { db } = scope
      const before = await lockTopTenant(scope, id)
      assertVersion({ ...before, id }, version)
      assertTimesInOrder(terms.startTime, terms.expireTime)
      const gained = await confirmPlan(scope, before, terms)
      await repository.update(db, id, terms, toAuthor(scope))
      if (gained) await authorization.alignToCeiling(db, { topId: id }, gained)
      await noteChange(scope, before)
      return null
    },

    /**
     * The plan alone.
     * @throws `samePlan` and `noSuchPlan`
     */
    async changePlan(scope: RequestScope, id: string, planId: string) {
      const before = await lockTopTenant(scope, id)
      if (planId === before.planId) throw new AppError(companiesErrors.samePlan)
      const gained = await confirmPlan(scope, before, { ...pickQuotas(before), planId })
      await repository.amend(scope.db, id, { plan_id: planId }, toAuthor(scope))
      await authorization.alignToCeiling(scope.db, { topId: id }, gained ?? noGains)
      await noteChange(scope, before)
    },
    /** Gives a tenant its former plan back, and its roles what the other one took. */
    async restorePlan(scope: RequestScope, id: string, { planId, held }: FormerPlan) {
      const before = await lockTopTenant(scope, id)
      await confirmPlan(scope, before, { ...pickQuotas(before), planId })
      await repository.amend(scope.db, id, { plan_id: planId }, toAuthor(scope))
      // Administrators get what they held, which may be less than all that the plan adds.
      await authorization.alignToCeiling(scope.db, { topId: id }, noGains)
      await restoreRevokedRights(scope.db, id, held)
      await noteChange(scope, before)
    },

    /**
     * The expiry alone.
     * @throws `timePast`, `sameExpiry` and `timesReversed`
     */
    async expire(scope: RequestScope, id: string, expireTime: string | null) {
      const before = await lockTopTenant(scope, id)
      assertFutureTime(expireTime, 'expireTime')
      const wanted = expireTime && new Date(expireTime).toISOString()
      if (wanted === before.expireTime) throw new AppError(companiesErrors.sameExpiry)
      assertTimesInOrder(before.startTime, wanted)
      await repository.amend(scope.db, id, { expire_at: wanted }, toAuthor(scope))
      await noteChange(scope, before)
    },
    /** Gives a tenant the expiry back that it had, which may be past. */
    async restoreExpiry(scope: RequestScope, id: string, expireTime: string | null) {
      const before = await lockTopTenant(scope, id)
      await repository.amend(scope.db, id, { expire_at: expireTime }, toAuthor(scope))
      await noteChange(scope, before)
    },
  }
}
export type TenantTerms = ReturnType<typeof createTenantTerms>
