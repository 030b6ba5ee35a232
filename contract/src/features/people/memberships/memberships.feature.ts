import type { Feature } from '../../../kernel/feature.ts'
import { membershipsContract } from './memberships.contract.ts'
import { membershipsErrors } from './memberships.errors.ts'

export const membershipsFeature = {
  sort: 190,
  contracts: { memberships: membershipsContract },
  errors: { memberships: membershipsErrors },
  menus: [
    {
      code: 'sys.memberships',
      parent: 'people',
      sort: 40,
      name: '外部成员',
      icon: 'user-cog',
      path: 'sys/memberships',
      component: 'sys/memberships',
      needs: 'sysMemberships:list',
    },
  ],
  entities: { membership: 'user' },
} as const satisfies Feature

export const membershipsWords = {
  sysMemberships: '外部成员',
  'membershipInvitation.created': '邀请成员',
  'membershipInvitation.removed': '撤回成员邀请',
  'membershipInvitation.declined': '婉拒加入公司',
  'membership.entered': '切换公司',
  'membership.ended': '退出公司',
  'membership.accepted': '接受邀请加入公司',
} as const
