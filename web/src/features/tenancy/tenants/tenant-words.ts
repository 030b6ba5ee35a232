import { t } from '../../../ui/texts.ts'
import { quotaLabels } from '../plans/public/quota-words.ts'

export const tenantLabels = {
  planId: t('套餐'),
  startTime: t('开始时间'),
  expireTime: t('到期时间'),
  graceDays: t('宽限天数'),
  ...quotaLabels,
  trial: t('试用'),
} as const
