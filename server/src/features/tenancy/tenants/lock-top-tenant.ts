import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertPlatformActor } from './tenant-rules.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

/**
 * Locks the tenant of a top company until the transaction ends.
 * @throws `platformOnly`, `notFound`, and `subsidiary` for a shared one
 */
export const lockTopTenant = async ({ db, actor }: Pick<RequestScope, 'db' | 'actor'>, id: string) => {
  assertPlatformActor(actor)
  await repository.lockRow(db, id)
  const tenant = orNotFound(await repository.find(db, id))
  if (tenant.companyId !== id) throw new AppError(companiesErrors.subsidiary)
  return tenant
}
