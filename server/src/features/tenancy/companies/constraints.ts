import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'

/** Errors for violated constraints when a concurrent write gets past the checks of the service. */
export const companyConstraints = {
  companies__name: { ...companiesErrors.nameTaken, field: 'name' },
  companies__code: { ...companiesErrors.codeTaken, field: 'code' },
  companies__credit_code: { ...companiesErrors.creditCodeTaken, field: 'creditCode' },
  tenant_domains__host: { ...companiesErrors.hostTaken, field: 'host' },
} as const
