import type { Feature } from '../../../kernel/feature.ts'
import { operationLogsContract } from './operation-logs.contract.ts'
import { operationLogErrors } from './operation-logs.errors.ts'
import { segmentsContract } from './segments.contract.ts'

export const operationLogsFeature = {
  sort: 140,
  contracts: { operationLogs: operationLogsContract, auditSegments: segmentsContract },
  errors: { operationLog: operationLogErrors },
  automatic: { 'operationLog.archived': 'sysLogs' },
  menus: [
    {
      code: 'sys.operationLogs',
      parent: 'audit',
      sort: 10,
      name: '操作日志',
      icon: 'clipboard-list',
      path: 'sys/logs/operation',
      component: 'sys/operation-logs',
      needs: 'sysLogs:oper',
    },
  ],
} as const satisfies Feature

export const operationLogsWords = {
  sysLogs: '日志审计',
  'operationLog.exported': '导出操作日志',
  'operationLog.proved': '导出操作日志证明',
  'operationLog.archived': '归档操作日志',
  'operationLog.archiveExported': '下载操作日志归档',
  'installation.backedUp': '备份系统',
  'installation.proved': '演练恢复备份',
  'installation.restored': '由备份恢复系统',
  'installation.woken': '唤醒恢复的系统',
} as const
