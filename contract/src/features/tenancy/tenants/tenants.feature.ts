import type { Feature } from '../../../kernel/feature.ts'
import { tenantPoliciesContract } from './tenant-policies.contract.ts'

export const tenantsFeature = {
  contracts: { tenantPolicies: tenantPoliciesContract },
  menus: [
    {
      code: 'sys.tenantPolicies',
      parent: 'sys.identity',
      sort: 60,
      name: '登录与访问策略',
      icon: 'shield',
      path: 'tenant-policies',
      component: 'sys/tenant-policies',
      needs: 'sysTenantPolicies:view',
    },
  ],
  entities: { tenantPolicies: 'company' },
} as const satisfies Feature

export const tenantsWords = {
  sysTenantPolicies: '登录与访问策略',
  'tenantPolicies.updated': '修改登录与访问策略',
  'tenantPolicies.decided': '修改本企业登录与访问策略',
} as const
