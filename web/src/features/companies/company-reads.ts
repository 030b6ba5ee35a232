import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { tenantPoliciesContract } from '@atrium/contract/features/companies/tenant-policies.contract.ts'
import { plansContract } from '@atrium/contract/features/plans/plans.contract.ts'

const { list, get, tenant } = companiesContract
// Policies are stored in the tenant's row and share its version.
const { own, get: policies } = tenantPoliciesContract

/** Reads to invalidate after a change to a company. */
export const companyReads = [list, get, tenant, own, policies, plansContract.list] as const
