import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { quotaWarnings } from './tenant-quotas.ts'

const stateMessages: Partial<Record<Tenant['state'], string>> = {
  grace: t('服务已到期，正在宽限期：用户可登录查看，不能修改。'),
  expired: t('服务已到期，宽限期已过：仅公司管理员可登录查看。'),
}
const toWarning = ({ state, suspendReason, closeReason, eraseTime }: Tenant) => {
  if (state === 'suspended') return t('服务已暂停：{suspendReason}。用户不能登录。', { suspendReason })
  if (state === 'closing')
    return t('正在注销：{closeReason}。用户不能登录，{eraseTime} 起数据将被永久删除，在此之前可以撤销。', {
      closeReason,
      eraseTime: eraseTime && formatMoment(eraseTime),
    })
  return stateMessages[state]
}

/** What is wrong with a tenant, one sentence each. */
export const listWarnings = (tenant: Tenant): string[] =>
  [toWarning(tenant), ...quotaWarnings(tenant, t('可在租户设置中调整上限或更换套餐'))].filter(
    (each) => each !== undefined,
  )
