import type { Feature } from '../../../kernel/feature.ts'
import { onlineSessionsContract } from './online-sessions.contract.ts'

export const onlineSessionsFeature = {
  contracts: { onlineSessions: onlineSessionsContract },
  menus: [
    {
      code: 'sys.online',
      parent: 'sys.identity',
      sort: 10,
      name: '在线用户',
      icon: 'activity',
      path: 'online',
      component: 'sys/online',
      needs: 'sysOnline:list',
    },
  ],
} as const satisfies Feature

export const onlineSessionsWords = {
  sysOnline: '在线用户',
  'session.terminated': '强制下线',
} as const
