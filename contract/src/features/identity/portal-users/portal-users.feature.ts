import type { Feature } from '../../../kernel/feature.ts'
import { portalUsersContract } from './portal-users.contract.ts'

export const portalUsersFeature = {
  sort: 92,
  contracts: { portalUsers: portalUsersContract },
  menus: [
    {
      code: 'sys.portalUsers',
      parent: 'people',
      sort: 55,
      name: '门户用户',
      icon: 'globe',
      path: 'sys/portal/users',
      component: 'sys/portal-users',
      needs: 'frontUsers:list',
    },
  ],
  entities: { portalAccount: 'user' },
} as const satisfies Feature

export const portalUsersWords = {
  frontUsers: '门户用户',
  'portalAccount.updated': '修改门户用户',
  'portalAccount.locked': '锁定门户用户',
  'portalAccount.unlocked': '解锁门户用户',
} as const
