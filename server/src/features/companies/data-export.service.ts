import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope } from '../../kernel/scope.ts'
import { refuseOthers } from './company-rules.ts'
import { createDataArchive } from './data-archive.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

/** What a tenant takes along: while it stands, and until it is erased. */
export const createDataExport = (database: Database) => {
  const archive = createDataArchive(database)
  return async (scope: LooseScope<Actor>, id: string) => {
    refuseOthers(scope.actor)
    const companies = await scope.commit(async (db) => {
      const { companyId, companyName } = orNotFound(await repository.find(db, id))
      if (companyId !== id) throw new AppError(companiesErrors.subsidiary)
      scope.note({ entityId: id, entityName: companyName })
      return repository.companies(db, id)
    })
    return { bytes: archive(companies), type: 'application/zip' }
  }
}
export type DataExport = ReturnType<typeof createDataExport>
