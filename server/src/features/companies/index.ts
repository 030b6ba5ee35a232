import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { AppError } from '../../kernel/scope.ts'
import { wallClock } from '../../kernel/wall-clock.ts'
import { companiesRepository } from './companies.repository.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'
import { tenantPoliciesRepository } from './tenant-policies.repository.ts'
import { tenantsRepository } from './tenants.repository.ts'

export { branding } from './branding.service.ts'
export { refuseOthers } from './company-rules.ts'
export { closedDoors, type Door } from './door.ts'
export { smsCounter } from './quota-usage.repository.ts'
export { refuseOverfull } from './refuse-overfull.ts'
export { brandingOf, hostBrandingOf, hostLogoOf } from './shown-branding.ts'
export { tenantNotice } from './tenant-notice.ts'
export { mayComeFrom, shortened, type TenantPolicy } from './tenant-policy.ts'

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

/** A new customer's company, a tenant with the standard plan. Out: its id; undefined when the name is taken. */
export const foundCompany = async (db: Db, name: string): Promise<string | undefined> => {
  const id = name === membersName ? undefined : await companiesRepository.insert(db, name)
  if (id !== undefined)
    await companiesRepository.insertTenant(db, id, { planId: null, expireTime: null, template: null })
  return id
}

/** Notes who looks after a company: whose password the platform resets. */
export const appointAdministrator = companiesRepository.setAdministrator

/**
 * A customer's company as others ask about it, with platform sight: its name, how it and its tenant stand, and whether the
 * platform's people may act in it. Undefined for the operator's own company, the members', and what is no company.
 */
export const findCompany = managedCompaniesRepository.standing

/** Throws `userLimit` when a company's tenant has as many users as it may have; whoever adds next waits for the answer to count. */
export const refuseFull = async (db: Db, companyId: string): Promise<void> => {
  if (await tenantsRepository.isFull(db, companyId)) throw new AppError(companiesErrors.userLimit)
}

/** The tenant whose SMS a company's are, and how many it may have a day (null: any number), with platform sight. */
export const smsQuotaOf = tenantsRepository.smsQuota

/** From when on the tenant of somebody's company asks him for a second step, where he has none; undefined otherwise. With platform sight. */
export const secondStepWanted = tenantPoliciesRepository.secondStepWanted

/** The same in a sentence with the times of that zone; empty where there is nothing to tell. */
export const secondStepNotice = async (
  db: Db,
  user: { companyId: string; userId: string },
  timeZone: string,
): Promise<string> => {
  const from = await secondStepWanted(db, user)
  if (!from) return ''
  const at = new Date(from)
  return at.getTime() > Date.now()
    ? `企业要求从 ${wallClock(timeZone, at)} 起登录时二次验证，请在此之前到“账号安全”开启动态验证码`
    : '企业要求登录时二次验证，请到“账号安全”开启动态验证码，否则下次登录时须先完成设置'
}
