import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createTenantPolicies } from './tenant-policies.service.ts'

export { createModuleSwitch, type ModuleSwitch } from './module-switch.repository.ts'

/** Sign-in policies of tenants. */
export const createTenantsFeature = (ports: Parameters<typeof createTenantPolicies>[0]) => {
  const policies = createTenantPolicies(ports)
  const routes = implement(tenantPoliciesContract, policies)
  return { routes }
}
