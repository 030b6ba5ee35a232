import type { Db } from '../../kernel/db/database.ts'
import { companiesRepository } from './companies.repository.ts'

/** The operator's own company, made if this is the first start; processes starting together agree on one. */
export const ensurePlatformCompany = async (db: Db): Promise<{ id: string; name: string }> => {
  await companiesRepository.insertPlatformCompany(db, '平台运营')
  const company = await companiesRepository.platformCompany(db)
  if (!company) throw new Error('the platform company is missing')
  return company
}
