import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/scope.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import { companiesRepository } from './companies.repository.ts'
import { tenantPoliciesRepository } from './tenant-policies.repository.ts'
import { tenantsRepository } from './tenants.repository.ts'

export { createAddressFilter, isAddressAllowed } from '../../../kernel/address-filter.ts'
export { type CompanyAdmission, refusalMessages } from './admission.ts'
export { companiesRepository } from './companies.repository.ts'
export { lockTopTenant } from './lock-top-tenant.ts'
export { smsCounter, usageJson } from './quota-usage.repository.ts'
export { assertStorageLimit } from './storage-limit.ts'
export { logoEtag, record as domainRecord, tenantTermColumns, txt as domainTxt } from './tenant-fragments.repository.ts'
export { tenantNotice } from './tenant-notice.ts'
export { lacksSecondStep } from './tenant-policies.repository.ts'
export { limitSessionLifetime, type TenantPolicy } from './tenant-policy.ts'
export { assertFutureTime, assertPlatformActor } from './tenant-rules.ts'
export { tenantUsageRepository as tenantUsage } from './tenant-usage.repository.ts'

/** The platform company, created at the first start; safe when several processes start together. */
export const ensurePlatformCompany = async (db: Db): Promise<{ id: string; name: string }> => {
  await companiesRepository.insertPlatformCompany(db, '平台运营')
  const company = await companiesRepository.platformCompany(db)
  if (!company) throw new Error('the platform company is missing')
  return company
}

/** The platform company; undefined before the first start. */
export const findPlatformCompany = companiesRepository.platformCompany

/** Reserved, so that the members' company can always be created. */
const membersName = '注册会员'

/** The company of self-registered users; undefined until it exists. */
export const findMembersCompany = companiesRepository.membersCompany

/** The same, created on first use; safe with concurrent callers. */
export const ensureMembersCompany = async (db: Db): Promise<string> => {
  await companiesRepository.insertMembersCompany(db, membersName)
  const company = await companiesRepository.membersCompany(db)
  if (!company) throw new Error('the members’ company is missing')
  return company.id
}

/** Whether a company name is taken or reserved. */
export const isCompanyNameTaken = async (db: Db, name: string): Promise<boolean> =>
  name === membersName || (await companiesRepository.findByName(db, name)) !== undefined

/**
 * Creates a customer company with a tenant on the standard plan.
 * @returns its id; undefined if the name is taken.
 */
export const createCompany = async (db: Db, name: string): Promise<string | undefined> => {
  const id = name === membersName ? undefined : await companiesRepository.insert(db, name)
  if (id !== undefined)
    await companiesRepository.insertTenant(db, id, { planId: null, expireTime: null, template: null })
  return id
}

/** Records the administrator of a company, whose password the platform resets. */
export const appointAdministrator = companiesRepository.setAdministrator

/** How many users the company's tenant has room for; null: any number. Serialises concurrent additions. */
export const findUserRoom = tenantsRepository.findUserRoom
/** Throws `userLimit` if the company's tenant is at its user limit. Serialises concurrent additions. */
export const assertUserLimit = async (db: Db, companyId: string): Promise<void> => {
  const room = await findUserRoom(db, companyId)
  if (room !== null && room < 1) throw new AppError(companiesErrors.userLimit)
}

/** The tenant that pays for a company's SMS and its daily limit (null: unlimited). Requires platform reach. */
export const findSmsQuota = tenantsRepository.findSmsQuota

/**
 * When the user's tenant starts to require a second step; undefined if it does not, or if the user has one. Requires
 * platform reach.
 */
export const findSecondStepStart = tenantPoliciesRepository.findSecondStepStart

/** The notice about a required second step, with times in the given zone; empty if not required. */
export const secondStepNotice = async (
  db: Db,
  user: { companyId: string; userId: string },
  timeZone: string,
): Promise<string> => {
  const from = await findSecondStepStart(db, user)
  if (!from) return ''
  const at = new Date(from)
  return at.getTime() > Date.now()
    ? t('公司要求从 {time} 起登录时二次验证，请在此之前到“安全设置”开启动态验证码', {
        time: wallClock(timeZone, at),
      })
    : t('公司要求登录时二次验证，请到“安全设置”开启动态验证码，否则下次登录时须先完成设置')
}

export { tenantsRepository } from './tenants.repository.ts'
