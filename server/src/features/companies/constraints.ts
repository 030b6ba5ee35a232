import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const companyConstraints = {
  companies__name: { ...companiesErrors.nameTaken, field: 'name' },
  companies__code: { ...companiesErrors.codeTaken, field: 'code' },
  companies__credit_code: { ...companiesErrors.creditCodeTaken, field: 'creditCode' },
  tenant_domains__host: { ...companiesErrors.hostTaken, field: 'host' },
} as const
