import type { SecretState } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import { daysUntil } from '../../../../ui/object-page/expiry-figure.ts'
import { t } from '../../../../ui/texts.ts'

export const secretNames: Readonly<Record<SecretState, string>> = {
  live: t('使用中'),
  rotating: t('轮换中，仍有效'),
  revoked: t('已停用'),
  expired: t('已到期'),
}
export const secretTones: Readonly<Record<SecretState, 'plain' | 'good' | 'warn'>> = {
  live: 'good',
  rotating: 'warn',
  revoked: 'plain',
  expired: 'plain',
}

/** How long a secret lives on. */
export const leftText = (end: string): string => {
  const days = daysUntil(end)
  return days > 1 ? t('剩余 {days} 天', { days }) : t('不足 1 天')
}
