import { ownTenantContract } from '@atrium/contract/features/tenancy/companies/own-tenant.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { OwnTenantService } from './own-tenant.service.ts'

export const ownTenantRoutes = (ownTenant: OwnTenantService) =>
  implement(ownTenantContract, {
    own: (scope) => ownTenant.get(scope),
    exportData: (scope) => ownTenant.exportData(scope),
  })
