import type { Feature } from '../../../kernel/feature.ts'
import { breadcrumbsContract } from './breadcrumbs.contract.ts'
import { failedCallsContract } from './failed-calls.contract.ts'
import { incidentsContract } from './incidents.contract.ts'
import { operationLogsContract } from './operation-logs.contract.ts'
import { operationLogErrors } from './operation-logs.errors.ts'
import { pageFailuresContract } from './page-failures.contract.ts'

export const operationLogsFeature = {
  contracts: {
    operationLogs: operationLogsContract,
    incidents: incidentsContract,
    failedCalls: failedCallsContract,
    pageFailures: pageFailuresContract,
    trails: breadcrumbsContract,
  },
  errors: { operationLog: operationLogErrors },
  menus: [
    { code: 'sys.logs', parent: 'sys', sort: 160, name: '日志审计', icon: 'scroll-text', path: 'logs' },
    {
      code: 'sys.operationLogs',
      parent: 'sys.logs',
      sort: 10,
      name: '操作日志',
      icon: 'clipboard-list',
      path: 'operation',
      component: 'sys/operation-logs',
      needs: 'sysLogs:oper',
    },
    {
      code: 'sys.incidents',
      parent: 'sys.logs',
      sort: 20,
      name: '追踪查询',
      icon: 'hash',
      path: 'trace',
      component: 'sys/incidents',
      needs: 'sysLogs:trace',
    },
    {
      code: 'sys.failedCalls',
      parent: 'sys.logs',
      sort: 30,
      name: '失败的调用',
      icon: 'wrench',
      path: 'failures',
      component: 'sys/failed-calls',
      needs: 'sysLogs:error',
    },
  ],
} as const satisfies Feature

export const operationLogsWords = {
  sysLogs: '日志审计',
  'failedCall.handled': '处理失败的调用',
  'trail.attached': '附上浏览记录',
  'operationLog.exported': '导出操作日志',
  'operationLog.proved': '导出操作日志证明',
} as const
