import { ownTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Actor, DetachedScope, RequestScope } from '../../../kernel/scope.ts'
import { createDataArchive } from '../archive/index.ts'
import { tenantsRepository as repository, tenantUsage } from '../tenants/index.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'

/** A company's view of its tenant and export of its own data, also after the end of its term. */
export const createOwnTenant = (ports: Parameters<typeof createDataArchive>[0]) => {
  const archive = createDataArchive(ports)
  return {
    /** Null if the company has no tenant. */
    async get({ db, actor }: RequestScope) {
      const found = await repository.find(db, actor.companyId)
      // A nullable reply is not stripped to its schema on the way out.
      return found ? ownTenant.parse(found) : null
    },

    usage: async ({ db, actor }: RequestScope) => ({ days: await tenantUsage.ofCompany(db, actor.companyId) }),

    /**
     * Exports the caller's company alone; subsidiaries have their own administrators.
     * @throws `notFound` without a tenant
     */
    async exportData(scope: DetachedScope<Actor>) {
      const { companyId } = scope.actor
      await scope.commit(async (db) => {
        const { name } = orNotFound(await managedCompaniesRepository.findStatus(db, companyId))
        scope.note({ entityId: companyId, entityName: name })
      })
      return { bytes: archive({ companies: [companyId], tenant: null }), type: 'application/zip' }
    },
  }
}
export type OwnTenantService = ReturnType<typeof createOwnTenant>
