import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import { assertPlatformActor, tenantsRepository as repository } from '../tenants/index.ts'
import { createDataArchive } from './data-archive.ts'

/** Data export of a tenant, in every state until erasure. */
export const createDataExport = (ports: Parameters<typeof createDataArchive>[0]) => {
  const archive = createDataArchive(ports)
  return async (scope: DetachedScope<Actor>, id: string) => {
    assertPlatformActor(scope.actor)
    const companies = await scope.commit(async (db) => {
      const { companyId, companyName } = orNotFound(await repository.find(db, id))
      if (companyId !== id) throw new AppError(companiesErrors.subsidiary)
      scope.note({ entityId: id, entityName: companyName })
      return repository.listCompanyIds(db, id)
    })
    return { bytes: archive(companies), type: 'application/zip' }
  }
}
