import type { Feature } from '../../../kernel/feature.ts'
import { ownTenantContract } from './own-tenant.contract.ts'
import { tenantPoliciesContract } from './tenant-policies.contract.ts'
import { tenantsContract } from './tenants.contract.ts'

export const tenantsFeature = {
  sort: 230,
  contracts: { tenants: tenantsContract, ownTenant: ownTenantContract, tenantPolicies: tenantPoliciesContract },
  menus: [
    {
      code: 'sys.tenant',
      parent: 'tenancy',
      sort: 40,
      name: '服务与用量',
      icon: 'receipt',
      path: 'sys/tenant',
      component: 'sys/tenant',
      needs: 'sysTenant:view',
    },
    {
      code: 'sys.tenantPolicies',
      parent: 'security',
      sort: 30,
      name: '登录与访问策略',
      icon: 'shield',
      path: 'sys/identity/tenant-policies',
      component: 'sys/tenant-policies',
      needs: 'sysTenantPolicies:view',
    },
  ],
  entities: { tenant: 'company', companyData: 'company', tenantPolicies: 'company' },
} as const satisfies Feature

export const tenantsWords = {
  'tenant.updated': '修改租户',
  'tenant.initialised': '初始化公司',
  'tenant.moduleSwitched': '启用或停用模块',
  'tenant.suspended': '暂停租户',
  'tenant.resumed': '恢复租户',
  'tenant.closed': '注销租户',
  'tenant.reopened': '撤销注销',
  sysTenant: '服务与用量',
  'companyData.exported': '导出本公司数据',
  sysTenantPolicies: '登录与访问策略',
  'tenantPolicies.updated': '修改登录与访问策略',
  'tenantPolicies.decided': '修改本公司登录与访问策略',
} as const
