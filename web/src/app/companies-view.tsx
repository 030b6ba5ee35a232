import { lazy } from 'react'
import { CompaniesPage } from '../features/tenancy/companies/companies-page.tsx'

// Lazy: its forms and what other features know of it are seldom opened.
const CompanyTenant = lazy(async () => ({ default: (await import('./company-tenant.tsx')).CompanyTenant }))

/** Companies, each with its tenant. */
export const CompaniesView = () => <CompaniesPage Tenant={CompanyTenant} />
