import type { CompanyDetail, CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'

/** What a row of the list and the details of a company have in common. */
export type CompanySummary = Pick<CompanyRow, keyof CompanyRow & keyof CompanyDetail>
