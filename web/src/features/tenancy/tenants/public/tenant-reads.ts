import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'

const { list, get } = companiesContract
const { tenant } = tenantsContract
// Policies are stored in the tenant's row and share its version.
const { own, get: policies } = tenantPoliciesContract

/** Reads to invalidate after a change to a company. */
export const tenantReads = [list, get, tenant, own, policies, plansContract.list] as const
