import type { Feature } from '../../../kernel/feature.ts'
import { breadcrumbsContract } from './breadcrumbs.contract.ts'
import { failedCallsContract } from './failed-calls.contract.ts'
import { failureErrors } from './failures.errors.ts'
import { incidentsContract } from './incidents.contract.ts'
import { pageFailuresContract } from './page-failures.contract.ts'

export const failuresFeature = {
  sort: 145,
  contracts: {
    incidents: incidentsContract,
    failedCalls: failedCallsContract,
    pageFailures: pageFailuresContract,
    trails: breadcrumbsContract,
  },
  errors: { failure: failureErrors },
  menus: [
    {
      code: 'sys.incidents',
      parent: 'audit',
      sort: 30,
      name: '追踪查询',
      icon: 'hash',
      path: 'sys/logs/trace',
      component: 'sys/incidents',
      needs: 'sysLogs:trace',
    },
    {
      code: 'sys.failedCalls',
      parent: 'audit',
      sort: 40,
      name: '异常请求',
      icon: 'wrench',
      path: 'sys/logs/failures',
      component: 'sys/failed-calls',
      needs: 'sysLogs:error',
    },
  ],
} as const satisfies Feature

export const failuresWords = {
  'failedCall.handled': '处理异常请求',
  'failedCall.exported': '导出异常请求',
  'trail.attached': '提交操作步骤',
} as const
