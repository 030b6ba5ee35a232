import type { Feature } from '../../../kernel/feature.ts'
import { signInLogsContract } from './sign-in-logs.contract.ts'

export const signInLogsFeature = {
  contracts: { signInLogs: signInLogsContract },
  menus: [
    {
      code: 'sys.signInLogs',
      parent: 'sys.identity',
      sort: 20,
      name: '登录日志',
      icon: 'scroll-text',
      path: 'sign-in-logs',
      component: 'sys/sign-in-logs',
      needs: 'sysLogs:login',
    },
  ],
} as const satisfies Feature
