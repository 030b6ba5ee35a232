import type { Db } from '../../kernel/db/database.ts'
import { companiesRepository } from './companies.repository.ts'

/** The operator's own company, made if this is the first start; processes starting together agree on one. */
export const ensurePlatformCompany = async (db: Db): Promise<{ id: string; name: string }> => {
  await companiesRepository.insertPlatformCompany(db, '平台运营')
  const company = await companiesRepository.platformCompany(db)
  if (!company) throw new Error('the platform company is missing')
  return company
}

/** No firm may take it, so that the members' company can always be made. */
const membersName = '注册会员'

/** The company of people who registered on their own; undefined as long as nobody has. */
export const findMembersCompany = companiesRepository.membersCompany

/** The same, made for the first of them; two that come at once agree on one. */
export const ensureMembersCompany = async (db: Db): Promise<string> => {
  await companiesRepository.insertMembersCompany(db, membersName)
  const company = await companiesRepository.membersCompany(db)
  if (!company) throw new Error('the members’ company is missing')
  return company.id
}

/** Whether a company has this name, or none may have it. */
export const isCompanyNameTaken = async (db: Db, name: string): Promise<boolean> =>
  name === membersName || (await companiesRepository.findByName(db, name)) !== undefined

/** A new customer's company. Out: its id; undefined when the name is taken. */
export const foundCompany = (db: Db, name: string): Promise<string | undefined> =>
  name === membersName ? Promise.resolve(undefined) : companiesRepository.insert(db, name)
