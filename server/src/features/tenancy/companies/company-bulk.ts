import {
  type bulkPlan,
  type bulkTenantExpiry,
  companiesBulk,
  tenantsBulk,
} from '@atrium/contract/features/tenancy/companies/companies.bulk.ts'
import type { companyLock } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { PlanImpact } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import type * as z from 'zod/mini'
import { type BulkSource, type BulkWork, defineBulkSource } from '../../../kernel/bulk/bulk-source.ts'
import { tryAndSum } from '../../../kernel/bulk/try-rows.ts'
import { refusalAt, toOwner } from '../../../kernel/scope.ts'
import { findRightsBeyondPlan } from '../../access/authorization/index.ts'
import { assertFutureTime, assertPlatformActor } from '../tenants/index.ts'
import { companyBulkRepository as repository, type StoredLock } from './company-bulk.repository.ts'
import type { CompanyStatusService } from './company-status.service.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'
import { matchingCompanies } from './matching-companies.repository.ts'
import type { FormerPlan, TenantTerms } from './tenant-terms.service.ts'

type Filtered = Pick<BulkSource<(typeof companiesBulk)['filter']['shape']>, 'find'>
const companies: Filtered = {
  async find(db, actor, { timeZone = 'UTC', ...filter }) {
    assertPlatformActor(actor)
    return matchingCompanies(db, { ...toOwner(actor), timeZone }, filter).select('companies.id')
  },
}

const pickEnds = (shown: unknown) => {
  const { sessions, users } = shown as CompanyImpact
  return { sessions, users }
}
/** What a plan takes from a company, and whether the company uses more than the plan gives. */
const pickCeiling = (shown: unknown) => {
  const { losingCompanies, losingRoles, losingUsers, quotas } = shown as PlanImpact
  const isOver = (kind: string) =>
    Number(quotas.some((quota) => quota.kind === kind && quota.after !== null && quota.used > quota.after))
  return { losingCompanies, losingRoles, losingUsers, overUsers: isOver('users'), overStorage: isOver('storage') }
}

type Ports = { companyStatus: CompanyStatusService; terms: TenantTerms }
/** Operations on many companies and their tenants, by the functions that change one. */
export const createCompanyBulks = ({ companyStatus, terms }: Ports) => {
  const locks: Pick<BulkWork<unknown>, 'remember' | 'undo'> = {
    remember: ({ db }, ids) => repository.locks(db, ids),
    undo: (scope, id, before) => companyStatus.putBack(scope, id, before as StoredLock),
  }
  const ofCompanies = defineBulkSource<(typeof companiesBulk)['filter']['shape'], (typeof companiesBulk)['operations']>(
    {
      bulk: companiesBulk,
      ...companies,
      hold: async (db, actor, ids) => {
        assertPlatformActor(actor)
        return repository.hold(db, ids)
      },
      work: {
        lock: {
          ...locks,
          same: [companiesErrors.alreadyLocked],
          refuseInput: (_, { until }) => assertFutureTime(until, 'input.until'),
          judge: (scope, ids, input) =>
            tryAndSum(scope, ids, (own, id) => companyStatus.lock(own, id, input), pickEnds),
          apply: (scope, id, input: z.output<typeof companyLock>) => companyStatus.lock(scope, id, input),
        },
        unlock: {
          ...locks,
          same: [companiesErrors.notLocked],
          apply: (scope, id) => companyStatus.unlock(scope, id),
        },
      },
    },
  )
  const ofTenants = defineBulkSource<(typeof tenantsBulk)['filter']['shape'], (typeof tenantsBulk)['operations']>({
    bulk: tenantsBulk,
    ...companies,
    hold: async (db, actor, ids) => {
      assertPlatformActor(actor)
      return repository.holdTenants(db, ids)
    },
    work: {
      changePlan: {
        same: [companiesErrors.samePlan],
        async refuseInput({ db }, { planId }) {
          if (!(await managedCompaniesRepository.findActivePlan(db, planId)))
            throw refusalAt(companiesErrors.noSuchPlan, 'input.planId')
        },
        judge: (scope, ids, { planId }) =>
          tryAndSum(scope, ids, (own, id) => terms.changePlan(own, id, planId), pickCeiling),
        apply: (scope, id, { planId }: z.output<typeof bulkPlan>) => terms.changePlan(scope, id, planId),
        async remember({ db }, ids, { planId }) {
          const [former, held] = [await repository.terms(db, ids), await findRightsBeyondPlan(db, ids, planId)]
          return new Map([...former].map(([id, was]) => [id, { planId: was.planId, held: held.get(id) ?? [] }]))
        },
        undo: (scope, id, before) => terms.restorePlan(scope, id, before as FormerPlan),
      },
      expire: {
        same: [companiesErrors.sameExpiry],
        refuseInput: (_, { expireTime }) => assertFutureTime(expireTime, 'input.expireTime'),
        apply: (scope, id, { expireTime }: z.output<typeof bulkTenantExpiry>) => terms.expire(scope, id, expireTime),
        async remember({ db }, ids) {
          return new Map([...(await repository.terms(db, ids))].map(([id, { expireTime }]) => [id, { expireTime }]))
        },
        undo: (scope, id, before) =>
          terms.restoreExpiry(scope, id, (before as { expireTime: string | null }).expireTime),
      },
    },
  })
  return [ofCompanies, ofTenants]
}
