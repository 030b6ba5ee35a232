import { ownTenant } from '@atrium/contract/features/companies/own-tenant.contract.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Actor, LooseScope, RequestScope } from '../../kernel/scope.ts'
import { createDataArchive } from './data-archive.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

/** What those who look after a company see of its tenant, and what they take along: also when its term is over. */
export const createOwnTenant = (database: Database) => {
  const archive = createDataArchive(database)
  return {
    /** Null where the company is nobody's tenant. */
    async get({ db, actor }: RequestScope) {
      const found = await repository.find(db, actor.companyId)
      // An answer that may be null is not cut to its schema on the way out.
      return found ? ownTenant.parse(found) : null
    },

    /**
     * The rows of the caller's company alone; those below it have administrators of their own. Throws `notFound` where the
     * company is nobody's tenant.
     */
    async exportData(scope: LooseScope<Actor>) {
      const { companyId } = scope.actor
      await scope.commit(async (db) => {
        const { name } = orNotFound(await managedCompaniesRepository.standing(db, companyId))
        scope.note({ entityId: companyId, entityName: name })
      })
      return { bytes: archive([companyId]), type: 'application/zip' }
    },
  }
}
export type OwnTenantService = ReturnType<typeof createOwnTenant>
