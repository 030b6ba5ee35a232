import type { Feature } from '../../../kernel/feature.ts'
import { switchingContract, visitsContract } from './visits.contract.ts'
import { visitsErrors } from './visits.errors.ts'

export const visitsFeature = {
  sort: 240,
  contracts: { switching: switchingContract, visits: visitsContract },
  errors: { visits: visitsErrors },
  menus: [
    {
      code: 'sys.visits',
      parent: 'tenancy',
      sort: 30,
      name: '平台访问',
      icon: 'headset',
      path: 'sys/visits',
      component: 'sys/visits',
      needs: 'sysVisits:list',
    },
  ],
  entities: { visit: 'company' },
} as const satisfies Feature

export const visitsWords = {
  sysVisits: '平台访问',
  'visit.started': '进入公司',
  'visit.ended': '离开公司',
  'visitRequest.allowed': '同意平台访问',
  'visitRequest.rejected': '拒绝平台访问',
} as const
