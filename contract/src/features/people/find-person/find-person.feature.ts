import type { Feature } from '../../../kernel/feature.ts'
import { findPersonContract } from './find-person.contract.ts'

export const findPersonFeature = {
  sort: 162,
  contracts: { findPerson: findPersonContract },
  menus: [
    {
      code: 'sys.findPerson',
      parent: 'people',
      sort: 70,
      name: '查找人员',
      icon: 'user',
      path: 'sys/find-person',
      component: 'sys/find-person',
      needs: 'sysUsers:find',
    },
  ],
} as const satisfies Feature

export const findPersonWords = {
  'user.searched': '跨公司查找人员',
} as const
