import { quotaLabels } from '../plans/public/quota-words.ts'

export const tenantLabels = {
  planId: '套餐',
  startTime: '开始时间',
  expireTime: '到期时间',
  graceDays: '宽限天数',
  ...quotaLabels,
  trial: '试用',
} as const
