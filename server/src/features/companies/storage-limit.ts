import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { AppError } from '../../kernel/scope.ts'
import { tenantsRepository } from './tenants.repository.ts'

/** Throws `storageLimit` when a company's tenant keeps more pictures than it may, once one is written in this transaction. */
export const refuseOverfull = async (db: Db, companyId: string): Promise<void> => {
  if (await tenantsRepository.keepsTooMuch(db, companyId)) throw new AppError(companiesErrors.storageLimit)
}
