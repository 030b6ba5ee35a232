import type { PlanRow } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { t } from '../../../ui/texts.ts'
import { quotaLabels } from './public/quota-words.ts'

export const planStatusNames: Record<PlanRow['status'], string> = { 1: t('启用'), 0: t('停用') }

export const planLabels = {
  name: t('套餐名称'),
  code: t('编码'),
  ...quotaLabels,
  status: t('状态'),
  desc: t('描述'),
  template: t('权限范围取自'),
} as const
