import type { Feature } from '../../../kernel/feature.ts'
import { plansContract } from './plans.contract.ts'
import { plansErrors } from './plans.errors.ts'

export const plansFeature = {
  sort: 250,
  contracts: { plans: plansContract },
  errors: { plans: plansErrors },
  menus: [
    {
      code: 'sys.plans',
      parent: 'tenancy',
      sort: 20,
      name: '套餐管理',
      icon: 'package',
      path: 'sys/tenancy/plans',
      component: 'sys/plans',
      needs: 'sysPlans:list',
    },
  ],
} as const satisfies Feature

export const plansWords = {
  sysPlans: '套餐管理',
  'plan.created': '新增套餐',
  'plan.updated': '修改套餐',
  'plan.ceilingChanged': '调整套餐权限',
  'plan.removed': '删除套餐',
} as const
