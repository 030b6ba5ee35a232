import type { Feature } from '../../../kernel/feature.ts'
import { signInLogsContract } from './sign-in-logs.contract.ts'

export const signInLogsFeature = {
  sort: 130,
  contracts: { signInLogs: signInLogsContract },
  menus: [
    {
      code: 'sys.signInLogs',
      parent: 'audit',
      sort: 20,
      name: '登录日志',
      icon: 'scroll-text',
      path: 'sys/identity/sign-in-logs',
      component: 'sys/sign-in-logs',
      needs: 'sysLogs:login',
    },
  ],
} as const satisfies Feature

export const signInLogsWords = {
  'signInLog.exported': '导出登录日志',
} as const
