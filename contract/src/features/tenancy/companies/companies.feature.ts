import type { Feature } from '../../../kernel/feature.ts'
import { companiesContract } from './companies.contract.ts'
import { companiesErrors } from './companies.errors.ts'
import { ownTenantContract } from './own-tenant.contract.ts'

export const companiesFeature = {
  contracts: { companies: companiesContract, ownTenant: ownTenantContract },
  errors: { companies: companiesErrors },
  menus: [
    {
      code: 'sys.tenant',
      parent: 'sys',
      sort: 110,
      name: '企业服务',
      icon: 'receipt',
      path: 'tenant',
      component: 'sys/tenant',
      needs: 'sysTenant:view',
    },
    {
      code: 'sys.companies',
      parent: 'sys.tenancy',
      sort: 10,
      name: '公司管理',
      icon: 'building-2',
      path: 'companies',
      component: 'sys/companies',
      needs: 'sysCompanys:list',
    },
  ],
  entities: {
    tenant: 'company',
    branding: 'company',
    logo: 'company',
    domain: 'company',
    companyPassword: 'company',
    companyData: 'company',
  },
} as const satisfies Feature

export const companiesWords = {
  sysCompanys: '公司管理',
  'companies.exported': '导出公司',
  'company.created': '新增公司',
  'company.updated': '修改公司',
  'company.locked': '锁定公司',
  'company.unlocked': '解锁公司',
  'companyPassword.replaced': '重置公司管理员密码',
  'tenant.updated': '修改租户',
  'tenant.initialised': '初始化公司',
  'tenant.suspended': '暂停租户',
  'tenant.resumed': '恢复租户',
  'tenant.closed': '注销租户',
  'tenant.reopened': '撤销注销',
  'tenant.erased': '删除已注销的租户',
  'tenant.exported': '导出企业数据',
  'branding.updated': '设置企业品牌',
  'logo.replaced': '更换企业标志',
  'logo.removed': '移除企业标志',
  'domain.added': '添加域名',
  'domain.verified': '验证域名',
  'domain.removed': '移除域名',
} as const

export const ownTenantWords = {
  sysTenant: '企业服务',
  'companyData.exported': '导出本企业数据',
} as const
