import type { Feature } from '../../../kernel/feature.ts'
import { onlineSessionsContract } from './online-sessions.contract.ts'

export const onlineSessionsFeature = {
  sort: 120,
  contracts: { onlineSessions: onlineSessionsContract },
  menus: [
    {
      code: 'sys.online',
      parent: 'security',
      sort: 10,
      name: '在线用户',
      icon: 'activity',
      path: 'sys/identity/online',
      component: 'sys/online',
      needs: 'sysOnline:list',
    },
  ],
} as const satisfies Feature

export const onlineSessionsWords = {
  sysOnline: '在线用户',
  'session.terminated': '强制下线',
} as const
