import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/scope.ts'
import { tenantsRepository } from './tenants.repository.ts'

/** Throws `storageLimit` if the tenant exceeds its storage with what this transaction has written. */
export const assertStorageLimit = async (db: Db, companyId: string): Promise<void> => {
  if (await tenantsRepository.isStorageLimitExceeded(db, companyId)) throw new AppError(companiesErrors.storageLimit)
}
