import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { TenantPoliciesService } from './tenant-policies.service.ts'

export const tenantPoliciesRoutes = (policies: TenantPoliciesService) =>
  implement(tenantPoliciesContract, {
    own: (scope) => policies.own(scope),
    updateOwn: (scope, { body }) => policies.updateOwn(scope, body),
    get: (scope, { params }) => policies.get(scope, params.id),
    update: (scope, { params, body }) => policies.update(scope, params.id, body),
  })
