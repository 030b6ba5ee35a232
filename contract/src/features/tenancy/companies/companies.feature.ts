import type { Feature } from '../../../kernel/feature.ts'
import { companiesContract } from './companies.contract.ts'
import { companiesErrors } from './companies.errors.ts'

export const companiesFeature = {
  sort: 200,
  contracts: { companies: companiesContract },
  errors: { companies: companiesErrors },
  subjects: { company: { read: companiesContract.get, change: companiesContract.update } },
  menus: [
    {
      code: 'sys.companies',
      parent: 'tenancy',
      sort: 10,
      name: '公司管理',
      icon: 'building-2',
      path: 'sys/tenancy/companies',
      component: 'sys/companies',
      hasObjects: true,
      needs: 'sysCompanys:list',
    },
  ],
  entities: {
    companyPassword: 'company',
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
} as const
