import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/companies/own-tenant.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { PasswordStore } from '../../../kernel/password-store.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { DataExport } from '../archive/index.ts'
import type { Domains } from '../branding/index.ts'
import { branding } from '../branding/index.ts'
import type { AdminAccounts } from './admin-accounts.ts'
import { type Companies, createCompanies } from './companies.service.ts'
import { type CompanyStatusService, createCompanyStatus } from './company-status.service.ts'
import { createOwnTenant, type OwnTenantService } from './own-tenant.service.ts'
import { createPasswordGenerator } from './password-generator.ts'
import { createTenants, type Tenants } from './tenants.service.ts'

type Services = {
  companies: Companies
  companyStatus: CompanyStatusService
  tenants: Tenants
  domains: Domains
  exportData: DataExport
}

const companiesRoutes = ({ companies, companyStatus, tenants, domains, exportData }: Services) =>
  implement(companiesContract, {
    list: (scope, { query }) => companies.list(scope, query),
    exportCompanies: (scope, { body }) => companies.export(scope, body),
    get: (scope, { params }) => companies.get(scope, params.id),
    create: (scope, { body }) => companies.create(scope, body),
    update: (scope, { params, body }) => companies.update(scope, params.id, body),
    lock: (scope, { params, body }) => companyStatus.lock(scope, params.id, body),
    unlock: (scope, { params }) => companyStatus.unlock(scope, params.id),
    reset: (scope, { params }) => companyStatus.reset(scope, params.id),
    tenant: (scope, { params }) => tenants.get(scope, params.id),
    updateTenant: (scope, { params, body }) => tenants.update(scope, params.id, body),
    close: (scope, { params, body }) => tenants.close(scope, params.id, body),
    reopen: (scope, { params }) => tenants.reopen(scope, params.id),
    exportData: (scope, { params }) => exportData(scope, params.id),
    updateBranding: (scope, { params, body }) => branding.update(scope, params.id, body),
    logo: (scope, { params }) => branding.logo(scope, params.id),
    replaceLogo: (scope, { params, file }) => branding.replaceLogo(scope, params.id, file),
    removeLogo: (scope, { params }) => branding.removeLogo(scope, params.id),
    addDomain: (scope, { params, body }) => domains.add(scope, params.id, body.host),
    verifyDomain: (scope, { params }) => domains.verify(scope, params),
    removeDomain: (scope, { params }) => domains.remove(scope, params),
    suspend: (scope, { params, body }) => tenants.suspend(scope, params.id, body.reason),
    initialise: (scope, { params, body }) => tenants.initialise(scope, params.id, body.template),
    resume: (scope, { params }) => tenants.resume(scope, params.id),
  })

const ownTenantRoutes = (ownTenant: OwnTenantService) =>
  implement(ownTenantContract, {
    own: (scope) => ownTenant.get(scope),
    exportData: (scope) => ownTenant.exportData(scope),
  })

type Ports = Pick<BasePorts, 'database' | 'platformCompany'> & {
  sessions: SessionEnder
  passwords: PasswordStore
  users: AdminAccounts
  domains: Domains
  exportData: DataExport
}

/** Companies and tenants as the platform manages them, and a tenant's view of its own. */
export const createCompaniesFeature = ({ domains, exportData, ...ports }: Ports) => {
  const generatePassword = createPasswordGenerator(ports)
  const companies = createCompanies({ ...ports, generatePassword })
  const companyStatus = createCompanyStatus({ ...ports, generatePassword })
  const tenants = createTenants(ports.sessions)
  return {
    routes: [
      ...companiesRoutes({ companies, companyStatus, tenants, domains, exportData }),
      ...ownTenantRoutes(createOwnTenant(ports.database)),
    ],
    constraints: {
      companies__name: { ...companiesErrors.nameTaken, field: 'name' },
      companies__code: { ...companiesErrors.codeTaken, field: 'code' },
      companies__credit_code: { ...companiesErrors.creditCodeTaken, field: 'creditCode' },
      tenant_domains__host: { ...companiesErrors.hostTaken, field: 'host' },
    },
  }
}
