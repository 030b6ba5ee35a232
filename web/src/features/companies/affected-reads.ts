import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { plansContract } from '@atrium/contract/features/plans/plans.contract.ts'

const { list, get, tenant } = companiesContract

/** What must be read again after something was done to a company. */
export const affected = [list, get, tenant, plansContract.list] as const
