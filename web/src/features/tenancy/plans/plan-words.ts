import type { PlanRow } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { quotaLabels } from './public/quota-words.ts'

export const planStatusNames: Record<PlanRow['status'], string> = { 1: '启用', 0: '停用' }

export const planLabels = {
  name: '套餐名称',
  code: '编码',
  ...quotaLabels,
  status: '状态',
  desc: '描述',
  template: '权限范围取自',
} as const
