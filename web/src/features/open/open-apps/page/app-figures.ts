import { hasSecrets } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { numberText } from '../../../../ui/number-text.ts'
import { daysUntil, expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import type { Figure } from '../../../../ui/object-page/object-page.tsx'
import { t } from '../../../../ui/texts.ts'
import { failureText } from '../../open-apis/public/open-words.ts'

const soonDays = 30

const secretsFigure = ({ kind, secrets, secretsExpire }: OpenAppRow): Figure => {
  const label = t('有效密钥')
  if (!hasSecrets(kind) && secrets === 0) return { label, value: t('不使用') }
  if (secrets === 0) return { label, value: t('无'), note: t('调用将被拒绝'), tone: 'danger' }
  if (secretsExpire === null) return { label, value: t('{secrets} 个', { secrets }) }
  const days = daysUntil(secretsExpire)
  return {
    label,
    value: t('{secrets} 个', { secrets }),
    note: t('最早 {days} 天后到期', { days: Math.max(days, 0) }),
    tone: days <= soonDays ? 'warn' : undefined,
  }
}

/** Whether an application works: its calls of today, its secrets, what it may call, and until when. */
export const appFigures = (app: OpenAppRow): Figure[] => [
  { label: t('今日调用'), value: t('{callsToday} 次', { callsToday: numberText(app.callsToday) }) },
  {
    label: t('今日未成功'),
    value: failureText(app.callsToday, app.errorsToday) || t('无调用'),
    tone: app.errorsToday > 0 ? 'danger' : undefined,
  },
  secretsFigure(app),
  { label: t('已授权接口'), value: t('{apis} 个', { apis: app.apis }), tone: app.apis === 0 ? 'warn' : undefined },
  expiryFigure(t('应用到期'), app.expireTime),
]
