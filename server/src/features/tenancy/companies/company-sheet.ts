import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companySheet } from '@atrium/contract/features/tenancy/companies/companies.sheet.ts'
import { stateNames, tenantStateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import type { ListedCompany } from './managed-companies.repository.ts'

export const companySource = defineSource<ListedCompany, (typeof companySheet)['fields']>({
  sheet: companySheet,
  exports: companiesContract.exportCompanies,
  writes: { create: companiesContract.create, update: companiesContract.update },
  cells: {
    name: ({ name }) => name,
    shortName: ({ shortName }) => shortName,
    code: ({ code }) => code,
    status: ({ status }) => stateNames[status as keyof typeof stateNames],
    lockReason: ({ lockReason, status }) => (status === 2 ? lockReason : ''),
    parentName: ({ parentName }) => parentName,
    state: ({ state }) => tenantStateNames[state],
    tenant: ({ planName }) => planName,
    tenantUsers: ({ tenantUsers }) => tenantUsers,
    mostUsers: ({ mostUsers }) => mostUsers ?? t('不限'),
    adminAccount: ({ adminAccount }) => adminAccount,
    adminName: ({ adminName }) => adminName,
    expireTime: ({ expireTime }, clock) => clock(expireTime),
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})
