import type { CompanyDetail, CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import type { ListedCompany, ManagedCompany } from './managed-companies.repository.ts'

const lockedStatus = 2

const toCompanySummary = (company: ListedCompany) => ({
  id: company.id,
  name: company.name,
  shortName: company.shortName,
  code: company.code,
  status: company.status as CompanyRow['status'],
  lock:
    company.status === lockedStatus && company.lockTime !== null && company.lockBy !== null
      ? {
          reason: company.lockReason,
          by: company.lockBy,
          time: company.lockTime,
          until: company.lockUntil,
        }
      : null,
  parent: company.parent,
  parentName: company.parentName,
  tenant: {
    state: company.state,
    planId: company.planId,
    planName: company.planName,
    expireTime: company.expireTime,
  },
  tenantUsers: company.tenantUsers,
  mostUsers: company.mostUsers,
  adminAccount: company.adminAccount,
  adminName: company.adminName,
  createTime: company.createTime,
  createBy: company.createBy,
  updateTime: company.updateTime,
  updateBy: company.updateBy,
  version: company.version,
})

/** A row of the company list, used by the switching drawer as well. */
export const toCompanyRow = (company: ListedCompany & { recent: string | null; pinned: boolean }): CompanyRow => ({
  ...toCompanySummary(company),
  companyId: company.id,
  type: 'company',
  onlyId: `c:${company.id}`,
  leaf: company.leaf,
  recent: company.recent,
  pinned: company.pinned,
})

export const toCompanyDetail = (company: ManagedCompany): CompanyDetail => {
  const { creditCode, legal, contact, phone, email, areaCode, address, industry, size, remark, users } = company
  const details = { creditCode, legal, contact, phone, email, areaCode, address, industry, size, remark }
  return { ...toCompanySummary(company), ...details, users }
}

/** Field values for the audit log. */
export const toAuditValues = (company: ManagedCompany) => {
  const { name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address } = company
  const { industry, size, remark, parentName } = company
  const plainFields = { name, shortName, code, creditCode, legal, contact, areaCode, address }
  const contacts = { phone: maskedPhone(phone), email: maskedMail(email) }
  return { ...plainFields, ...contacts, industry, size, remark, parent: parentName }
}
