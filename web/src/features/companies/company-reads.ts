import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { tenantPoliciesContract } from '@atrium/contract/features/companies/tenant-policies.contract.ts'
import { plansContract } from '@atrium/contract/features/plans/plans.contract.ts'

const { list, get, tenant } = companiesContract
// They stand in the tenant's row, and share its version.
const { own, get: policies } = tenantPoliciesContract

/** What must be read again after something was done to a company. */
export const affected = [list, get, tenant, own, policies, plansContract.list] as const
