import type { PlanCeiling, PlanRow } from '@atrium/contract/features/plans/plans.contract.ts'
import { quotaLabels } from './quota-words.ts'

export const planStatusNames: Record<PlanRow['status'], string> = { 1: '启用', 0: '停用' }

export const planLabels = {
  name: '套餐名称',
  code: '编码',
  ...quotaLabels,
  status: '状态',
  desc: '描述',
} as const

type Risk = PlanCeiling['modules'][number]['elems'][number]['risk']
export const riskNames: Record<Risk, string> = { low: '低风险', mid: '中风险', high: '高风险' }
