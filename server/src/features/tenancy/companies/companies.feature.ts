import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { PasswordStore } from '../../../kernel/password-store.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import type { AdminAccounts } from './admin-accounts.ts'
import { type Companies, createCompanies } from './companies.service.ts'
import { createCompanyBulks } from './company-bulk.ts'
import { companySource } from './company-sheet.ts'
import { companySheetOptions } from './company-sheet-options.repository.ts'
import { type CompanyStatusService, createCompanyStatus } from './company-status.service.ts'
import { createOwnTenant, type OwnTenantService } from './own-tenant.service.ts'
import { createPasswordGenerator } from './password-generator.ts'
import { createTenantTerms, type TenantTerms } from './tenant-terms.service.ts'
import { createTenants, type Tenants } from './tenants.service.ts'

const companiesRoutes = (companies: Companies, companyStatus: CompanyStatusService) =>
  implement(companiesContract, {
    ...companies,
    exportCompanies: companies.export,
    lock: companyStatus.lock,
    unlock: companyStatus.unlock,
    reset: companyStatus.reset,
  })

const tenantsRoutes = (tenants: Tenants, terms: TenantTerms) =>
  implement(tenantsContract, {
    ...tenants,
    tenant: tenants.get,
    tenantUsage: tenants.usage,
    updateTenant: terms.update,
    suspend: (scope, id, body) => tenants.suspend(scope, id, body.reason),
    initialise: (scope, id, body) => tenants.initialise(scope, id, body.template),
  })

const ownTenantRoutes = (ownTenant: OwnTenantService) =>
  implement(ownTenantContract, {
    own: ownTenant.get,
    ownUsage: ownTenant.usage,
    exportData: ownTenant.exportData,
  })

type Ports = Pick<
  BasePorts,
  'catalogue' | 'database' | 'platformCompany' | 'fileStore' | 'secrets' | 'exportSheet' | 'askModules'
> & {
  sessions: SessionEnder
  passwords: PasswordStore
  users: AdminAccounts
  authorization: Pick<Authorization, 'assignCompanyAdmin' | 'alignToCeiling'>
}

/** Companies and tenants as the platform manages them, and a tenant's view of its own. */
export const createCompaniesFeature = (ports: Ports) => {
  const { database, fileStore, secrets } = ports
  const generatePassword = createPasswordGenerator(ports)
  const companyStatus = createCompanyStatus({ ...ports, generatePassword })
  const terms = createTenantTerms(ports)
  return {
    routes: [
      ...companiesRoutes(createCompanies({ ...ports, generatePassword }), companyStatus),
      ...tenantsRoutes(createTenants(ports), terms),
      ...ownTenantRoutes(
        createOwnTenant({ database, content: fileStore.content, archive: fileStore.archive, secrets }),
      ),
    ],
    bulks: createCompanyBulks({ companyStatus, terms }),
    sheets: [companySource],
    sheetOptions: companySheetOptions,
    customTables: [{ entity: 'company', table: 'companies' }] as const,
    dictionaryUses: [
      { group: 'industry', table: 'companies', column: 'industry', name: '公司的行业' },
      { group: 'companySize', table: 'companies', column: 'size', name: '公司的规模' },
    ] as const,
    constraints: {
      companies__name: { ...companiesErrors.nameTaken, field: 'name' },
      companies__code: { ...companiesErrors.codeTaken, field: 'code' },
      companies__credit_code: { ...companiesErrors.creditCodeTaken, field: 'creditCode' },
    },
  }
}
