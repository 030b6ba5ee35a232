import type { Feature } from '../../../kernel/feature.ts'
import { installationContract } from './installation.contract.ts'

export const installationFeature = {
  sort: 385,
  contracts: { installation: installationContract },
  menus: [
    {
      code: 'sys.installation',
      parent: 'operations',
      sort: 20,
      name: '运维',
      icon: 'activity',
      path: 'sys/installation',
      component: 'sys/installation',
      needs: 'sysInstallation:view',
    },
  ],
} as const satisfies Feature

export const installationWords = {
  sysInstallation: '运维',
  'schedule.started': '立即执行定时任务',
  'schedule.paused': '暂停定时任务',
  'schedule.resumed': '恢复定时任务',
} as const
