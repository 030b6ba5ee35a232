import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createTenantPolicies } from './tenant-policies.service.ts'

/** Sign-in policies of tenants. */
export const createTenantsFeature = (ports: Parameters<typeof createTenantPolicies>[0]) => {
  const policies = createTenantPolicies(ports)
  const routes = implement(tenantPoliciesContract, {
    own: (scope) => policies.own(scope),
    updateOwn: (scope, { body }) => policies.updateOwn(scope, body),
    get: (scope, { params }) => policies.get(scope, params.id),
    update: (scope, { params, body }) => policies.update(scope, params.id, body),
  })
  return { routes }
}
