import type { Feature } from '../../../kernel/feature.ts'
import { approvalsErrors } from './approvals.errors.ts'

export const approvalsFeature = {
  sort: 178,
  contracts: {},
  errors: { approvals: approvalsErrors },
  automatic: { 'approval.expired': 'sysApprovals' },
} as const satisfies Feature

export const approvalsWords = {
  sysApprovals: '审批',
  'approval.expired': '审批到期结束',
} as const
