import type { Feature } from '../../../kernel/feature.ts'
import { approvalFlowsContract, approvalsContract, deputyContract } from './approvals.contract.ts'
import { approvalsErrors } from './approvals.errors.ts'

export const approvalsFeature = {
  sort: 178,
  contracts: { ownApprovals: approvalsContract, deputy: deputyContract, approvalFlows: approvalFlowsContract },
  errors: { approvals: approvalsErrors },
  menus: [
    {
      code: 'sys.approvalFlows',
      parent: 'settings',
      sort: 26,
      name: '审批流程',
      icon: 'workflow',
      path: 'sys/approval-flows',
      component: 'sys/approval-flows',
      needs: 'sysApprovals:flows',
    },
  ],
  entities: { deputy: 'user' },
  automatic: { 'approval.expired': 'sysApprovals' },
} as const satisfies Feature

export const approvalsWords = {
  sysApprovals: '审批',
  'approval.approved': '通过审批',
  'approval.refused': '驳回审批',
  'approval.delegated': '转交审批',
  'approval.cancelled': '撤回审批',
  'approval.expired': '审批到期结束',
  'deputy.assigned': '设置审批代理',
  'deputy.removed': '取消审批代理',
  'approvalFlow.updated': '修改审批流程',
} as const
