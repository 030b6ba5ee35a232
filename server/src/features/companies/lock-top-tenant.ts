import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { refuseOthers } from './company-rules.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

/** A top company's tenant, held until the transaction ends. Throws `platformOnly`, `notFound`, and `subsidiary` for one that is shared. */
export const takenTenant = async ({ db, actor }: RequestScope, id: string) => {
  refuseOthers(actor)
  await repository.hold(db, id)
  const tenant = orNotFound(await repository.find(db, id))
  if (tenant.companyId !== id) throw new AppError(companiesErrors.subsidiary)
  return tenant
}
